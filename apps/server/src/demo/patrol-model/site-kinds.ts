// What a guard passes on the premises of each kind: a theme is one route's worth of places.

export type SiteKind = 'techPark' | 'residential' | 'hospital' | 'mall' | 'factory' | 'warehouse';

/** How well a phone sees the sky and the network there. */
export type Setting = 'outdoor' | 'indoor' | 'basement';

export interface RouteTheme {
  readonly routeName: string;
  readonly setting: Setting;
  readonly isFixedOrder: boolean;
  readonly checkpoints: readonly string[];
}

const perimeter = (checkpoints: string): RouteTheme => ({
  routeName: 'Perimeter Round',
  setting: 'outdoor',
  isFixedOrder: true,
  checkpoints: checkpoints.split(', '),
});

const inside = (routeName: string, checkpoints: string): RouteTheme => ({
  routeName,
  setting: 'indoor',
  isFixedOrder: false,
  checkpoints: checkpoints.split(', '),
});

const services = (checkpoints: string): RouteTheme => ({
  routeName: 'Services Round',
  setting: 'outdoor',
  isFixedOrder: false,
  checkpoints: checkpoints.split(', '),
});

export const routeThemes: Readonly<Record<SiteKind, readonly RouteTheme[]>> = {
  techPark: [
    perimeter(
      'Main Gate, Visitor Gate, North Wall, Fire Assembly Point, East Wall, Service Gate, South Wall, Cycle Stand, West Wall, Bus Bay',
    ),
    inside(
      'Tower Round',
      'Reception, Tower A Lobby, Tower A Terrace, Cafeteria, Server Room, Tower B Lobby, Tower B Terrace, Training Block, Loading Bay, Stairwell 2',
    ),
    services(
      'DG Set Yard, Transformer Yard, Basement 1 Parking, Basement 2 Parking, Pump Room, Chiller Plant, Sewage Plant, Scrap Yard, UPS Room, Diesel Store',
    ),
  ],
  residential: [
    perimeter(
      'Main Gate, Rear Gate, North Wall, Garden Corner, East Wall, Temple Lane, South Wall, Visitor Parking, West Wall, School Bus Stop',
    ),
    inside(
      'Building Round',
      'A Wing Lobby, A Wing Terrace, B Wing Lobby, B Wing Terrace, C Wing Lobby, C Wing Terrace, Club House, Gymnasium, D Wing Lobby, Society Office',
    ),
    services(
      'Swimming Pool, Children Play Area, Basement Parking East, Basement Parking West, Pump Room, DG Set Yard, Garbage Room, Meter Room, Sewage Plant, Water Tank',
    ),
  ],
  hospital: [
    perimeter(
      'Main Gate, Ambulance Bay, North Wall, Staff Gate, East Wall, Mortuary Gate, South Wall, Doctors Parking, West Wall, Oxygen Plant',
    ),
    inside(
      'Ward Round',
      'Casualty, OPD Hall, Pharmacy, ICU Corridor, Ward 1 Corridor, Ward 2 Corridor, Records Room, Canteen, Cash Counter, Blood Bank',
    ),
    services(
      'DG Set Yard, Basement Parking, Medical Gas Room, Pump Room, Linen Store, Bio Waste Yard, Transformer Yard, Boiler House, Basement Store, Lift Machine Room',
    ),
  ],
  mall: [
    perimeter(
      'Main Entrance, Two Wheeler Entry, North Kerb, Car Entry, East Kerb, Service Lane, South Kerb, Staff Entry, West Kerb, Taxi Stand',
    ),
    inside(
      'Floor Round',
      'Ground Atrium, Jewellery Row, First Floor Gallery, Food Court, Cinema Foyer, Second Floor Gallery, Hypermarket, Management Office, Game Zone, ATM Lobby',
    ),
    services(
      'Loading Dock, Basement 1 Parking, Basement 2 Parking, DG Set Yard, AC Plant, Terrace, Waste Room, Pump Room, Electrical Room, Goods Lift',
    ),
  ],
  factory: [
    perimeter(
      'Main Gate, Time Office, North Fence, Truck Gate, East Fence, Watch Tower, South Fence, Scrap Gate, West Fence, Weighbridge',
    ),
    inside(
      'Shop Floor Round',
      'Press Shop, Machine Shop, Paint Shop, Assembly Line, Tool Room, Quality Lab, Canteen, Stores, Admin Block, Die Store',
    ),
    services(
      'Compressor House, DG Set Yard, LPG Yard, Effluent Plant, Transformer Yard, Raw Material Yard, Finished Goods Yard, Pump Room, Chemical Store, Cooling Tower',
    ),
  ],
  warehouse: [
    perimeter(
      'Main Gate, Truck Parking, North Fence, Drivers Rest Room, East Fence, Rear Gate, South Fence, Weighbridge, West Fence, Fire Hydrant 3',
    ),
    inside(
      'Shed Round',
      'Dock 1, Dock 4, Dock 8, Cold Room 1, Cold Room 2, Bonded Store, Racking Aisle C, Packing Hall, Dispatch Office, Returns Cage',
    ),
    services(
      'DG Set Yard, Battery Room, Ammonia Plant, Pump Room, Transformer Yard, Pallet Yard, Diesel Store, Canteen, Scrap Yard, Solar Yard',
    ),
  ],
};

/** Where the phone is worse off than the theme says. */
export function settingOf(name: string, theme: RouteTheme): Setting {
  if (/Basement|Pump Room|UPS|Cold Room|Medical Gas/.test(name)) return 'basement';
  if (/Terrace|Yard|Dock\b|Bay$/.test(name)) return 'outdoor';
  return theme.setting;
}

/** How often a place is left out, against an ordinary one: far corners and stairs are skipped more. */
export function difficultyOf(name: string): number {
  if (/Terrace|Watch Tower|Water Tank/.test(name)) return 3.2;
  if (/Basement 2|Effluent|Sewage|Mortuary|Bio Waste|Scrap/.test(name)) return 2.4;
  if (/Main Gate|Main Entrance|Reception/.test(name)) return 0.3;
  return 0.8;
}

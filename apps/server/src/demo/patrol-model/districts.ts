// Where guarded premises stand in and around Pune; the first twelve are the demo company's.
import type { SiteKind } from './site-kinds.ts';

export interface District {
  readonly siteName: string;
  readonly kind: SiteKind;
  readonly address: string;
  readonly area: string;
  readonly latitude: number;
  readonly longitude: number;
}

function district(
  siteName: string,
  kind: SiteKind,
  street: string,
  area: string,
  postalCode: string,
  latitude: number,
  longitude: number,
): District {
  return { siteName, kind, address: `${street}, ${area}, Pune ${postalCode}`, area, latitude, longitude };
}

export const districts: readonly District[] = [
  district(
    'Maan Road Tech Park',
    'techPark',
    'Plot 18, Rajiv Gandhi Infotech Park Phase 2',
    'Hinjawadi',
    '411057',
    18.5971,
    73.7188,
  ),
  district(
    'Gatha Business Campus',
    'techPark',
    'Plot 4, Rajiv Gandhi Infotech Park Phase 1',
    'Hinjawadi',
    '411057',
    18.5912,
    73.7389,
  ),
  district(
    'Silver Oak Residency',
    'residential',
    'Survey 112, Datta Mandir Road',
    'Wakad',
    '411057',
    18.5985,
    73.7661,
  ),
  district(
    'Balewadi Heights',
    'residential',
    'Survey 22, Balewadi High Street Lane',
    'Balewadi',
    '411045',
    18.5755,
    73.7742,
  ),
  district('Crescent Hospital', 'hospital', '7 Baner Road', 'Baner', '411045', 18.559, 73.7868),
  district(
    'Parihar Shopping Centre',
    'mall',
    '41 ITI Road, Parihar Chowk',
    'Aundh',
    '411007',
    18.5602,
    73.8081,
  ),
  district(
    'Rose Garden Society',
    'residential',
    'Survey 79, Kokane Chowk',
    'Pimple Saudagar',
    '411027',
    18.5987,
    73.7977,
  ),
  district(
    'Telco Road Auto Works',
    'factory',
    'Block D-2, MIDC Chinchwad',
    'Chinchwad',
    '411019',
    18.6352,
    73.8035,
  ),
  district('Indrayani Forge', 'factory', 'Plot 61, MIDC Sector 10', 'Bhosari', '411026', 18.6335, 73.8412),
  district(
    'Nagar Road Logistics Hub',
    'warehouse',
    'Gat 1285, Pune-Nagar Road',
    'Wagholi',
    '412207',
    18.5808,
    73.9787,
  ),
  district(
    'Eon Side IT Tower',
    'techPark',
    'Survey 77, Kharadi Bypass',
    'Kharadi',
    '411014',
    18.5515,
    73.9493,
  ),
  district(
    'Chakan Cold Store',
    'warehouse',
    'Plot A-14, MIDC Chakan Phase 1',
    'Chakan',
    '410501',
    18.7466,
    73.8263,
  ),
  district('Karve Nagar Hospital', 'hospital', '19 Karve Road', 'Kothrud', '411038', 18.5074, 73.8077),
  district('Jangli Maharaj Arcade', 'mall', '1205 JM Road', 'Shivajinagar', '411005', 18.5236, 73.8478),
  district(
    'Lane Seven Villas',
    'residential',
    'Lane 7, North Main Road',
    'Koregaon Park',
    '411001',
    18.5389,
    73.8936,
  ),
  district('Datta Mandir Plaza', 'mall', 'Datta Mandir Chowk', 'Viman Nagar', '411014', 18.5679, 73.9143),
  district(
    'Amanora Lane Towers',
    'residential',
    'Hadapsar-Kharadi Road',
    'Hadapsar',
    '411028',
    18.5181,
    73.9332,
  ),
  district(
    'Talawade Software Yard',
    'techPark',
    'Plot 9, IT Park Talawade',
    'Talawade',
    '411062',
    18.6826,
    73.7861,
  ),
  district(
    'Ravet Riverside Homes',
    'residential',
    'Survey 60, BRT Road',
    'Ravet',
    '412101',
    18.6492,
    73.7445,
  ),
  district(
    'Ranjangaon Works',
    'factory',
    'Plot F-33, MIDC Ranjangaon',
    'Ranjangaon',
    '412220',
    18.7528,
    74.2438,
  ),
];

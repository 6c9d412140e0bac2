export type CalendarDay = {
  id: string;
  label: string;
  /** What is special about the day, e.g. '23 hours'. */
  note?: string;
  /** Its real length: 1380 and 1500 where the clocks change. */
  minutes: number;
  /** Real minutes from its beginning, with what the clocks show then. */
  ticks: readonly { minute: number; label: string }[];
};

export type CalendarBlock = {
  /** The same while the block is moved. */
  id: string;
  /** Index of the day. */
  day: number;
  /** Real minutes from the beginning of the day. */
  fromMinute: number;
  toMinute: number;
  name: string;
  text: string;
  /** Accessible name. */
  label: string;
  hasWarning: boolean;
  isGrabbed: boolean;
  /** Whether its own beginning and end are in this piece. */
  hasStart: boolean;
  hasEnd: boolean;
};

export type BlockEdge = 'whole' | 'start' | 'end';
export type BlockChange = { edge: BlockEdge; minutes: number; days: number };

export type BlockHandlers = {
  /** Minutes of one step. */
  step: number;
  canChange: boolean;
  /** Against where the block was when the pointer took it. */
  onDrag: (id: string, change: BlockChange) => void;
  /** Against where the block is. */
  onStep: (id: string, change: BlockChange) => void;
  onCommit: () => void;
  onCancel: () => void;
  onOpen: (id: string) => void;
};

export type WeekCalendarProps = BlockHandlers & {
  label: string;
  days: readonly CalendarDay[];
  blocks: readonly CalendarBlock[];
  /** Index of the day that a narrow screen shows. */
  shownDay: number;
  onShowDay: (index: number) => void;
};

import {
  IconAlertTriangle,
  IconBuilding,
  IconCalendarClock,
  IconChartBar,
  IconCircle,
  IconDeviceMobile,
  IconFileText,
  IconHistory,
  IconKeyboard,
  IconLayoutDashboard,
  IconMail,
  IconMapPin,
  IconRefresh,
  IconReportAnalytics,
  IconRoute,
  IconSettings,
  IconShield,
  IconShieldCheck,
  type Icon,
} from '@tabler/icons-react';

const icons: Readonly<Record<string, Icon>> = {
  dashboard: IconLayoutDashboard,
  sites: IconBuilding,
  guards: IconShield,
  checkpoints: IconMapPin,
  shifts: IconCalendarClock,
  incidents: IconAlertTriangle,
  routes: IconRoute,
  tours: IconRefresh,
  devices: IconDeviceMobile,
  settings: IconSettings,
  page: IconFileText,
  mail: IconMail,
  log: IconHistory,
  reports: IconChartBar,
  report: IconReportAnalytics,
  evidence: IconShieldCheck,
  keyboard: IconKeyboard,
};

/** The icon that a menu entry names; a plain ring for a name that is not known. */
export function MenuIcon({ name, size = 20 }: { name: string; size?: number }) {
  const Icon = icons[name] ?? IconCircle;
  return <Icon size={size} stroke={1.6} aria-hidden />;
}

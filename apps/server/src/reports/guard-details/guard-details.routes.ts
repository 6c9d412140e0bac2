import { getGuardDetails } from '@watchpost/contract/guards';
import { type Route, route } from '../../platform/http/route.ts';
import { viewGuardDetails } from './guard-details.service.ts';

export const guardDetailsRoutes = (): Route[] => [
  route(getGuardDetails, ({ caller, params }) => viewGuardDetails(caller, params.id)),
];

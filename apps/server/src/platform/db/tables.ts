// Row shapes as stored; they never leave *.queries.ts and db/. Written from the database: see schema/README.md.
import type { AccountsTables } from './row-types/accounts.ts';
import type { CompanyTables } from './row-types/company.ts';
import type { LifecycleTables } from './row-types/lifecycle.ts';
import type { PatrolTables } from './row-types/patrol.ts';
import type { PlatformTables } from './row-types/platform.ts';
import type { RecordsTables } from './row-types/records.ts';
import type { ReportsTables } from './row-types/reports.ts';

export interface Tables
  extends PlatformTables,
    AccountsTables,
    CompanyTables,
    RecordsTables,
    PatrolTables,
    ReportsTables,
    LifecycleTables {}

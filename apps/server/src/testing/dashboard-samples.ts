// Requests that the endpoints of the dashboard accept (endpoint-samples.ts).
interface Named {
  readonly siteId: string;
}

export const dashboardSamples = {
  getDashboard: ({ siteId }: Named) => ({ query: { range: 'last30Days', site: siteId } }),
  getDashboardTrend: ({ siteId }: Named) => ({
    query: { range: 'custom', from: '2026-01-01', to: '2026-02-01', site: siteId },
  }),
  getDashboardRanking: ({ siteId }: Named) => ({ query: { range: 'thisMonth', site: siteId } }),
};

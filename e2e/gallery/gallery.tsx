// The shared grid as no page of the product shows it yet: every action, one selection, rows without end.
import { gridPageSize, gridStartPage } from '@watchpost/domain/limits';
import { useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { uiLabels } from '../../apps/console/src/app/ui-labels.ts';
import { GridPager } from '../../apps/console/src/ui/grid/grid-pager.tsx';
import type {
  GridAction,
  GridColumn,
  GridSelectionMode,
  GridSort,
} from '../../apps/console/src/ui/grid/grid-types.ts';
import { Grid } from '../../apps/console/src/ui/grid/grid.tsx';
import { UiProvider } from '../../apps/console/src/ui/ui-provider.tsx';

interface Post {
  readonly id: string;
  readonly number: number;
  readonly name: string;
  readonly activated: boolean;
  readonly hasEmail: boolean;
}

const asked = new URLSearchParams(location.search);
const total = Number(asked.get('rows') ?? '40');
const isPaged = asked.has('paged');
const isMode = (text: string | null): text is GridSelectionMode =>
  text === 'single' || text === 'multiple' || text === 'none';
const mode = asked.get('mode');
/** Access codes of the selected menu. */
const access = new Set((asked.get('access') ?? '').split(',').filter(Boolean));

const posts: readonly Post[] = Array.from({ length: total }, (_, index) => ({
  id: `post-${index + 1}`,
  number: index + 1,
  name: `Post ${index + 1} of a chain of guard posts along the river`,
  activated: index % 3 !== 1,
  hasEmail: index % 2 === 0,
}));

const columns: readonly GridColumn<Post>[] = [
  { id: 'number', header: 'Number', isSortable: true, align: 'end', value: (post) => post.number },
  { id: 'name', header: 'Name', width: 210, isSortable: true, value: (post) => post.name },
  {
    id: 'state',
    header: 'State',
    isResizable: false,
    value: (post) => post.activated,
    render: (value, post) => <b>{`${String(value)} of ${post.id}`}</b>,
  },
];

function actionsOf(show: (text: string) => void): readonly GridAction<Post>[] {
  const action = (id: string, label: string, isShown?: (post: Post) => boolean): GridAction<Post> => ({
    id,
    label,
    icon: label.slice(0, 1),
    onSelect: (post) => show(`${id} ${post.id}`),
    ...(isShown === undefined ? {} : { isShown }),
  });
  const all = [
    action('edit', 'Edit'),
    action('delete', 'Delete', (post) => post.activated),
    action('details', 'Details'),
    action('status', 'Change status'),
    action('resend', 'Resend', (post) => !post.activated),
    action('resetPassword', 'Send reset password', (post) => post.hasEmail),
  ];
  return all.filter(({ id }) => access.has(id));
}

function App() {
  const [shown, setShown] = useState('');
  const [page, setPage] = useState(gridStartPage + 1);
  const [sort, setSort] = useState<GridSort | null>(null);
  const actions = useMemo(() => actionsOf(setShown), []);
  const rows = useMemo(() => {
    const sorted = sort?.direction === 'descending' ? posts.toReversed() : posts;
    return isPaged ? sorted.slice((page - 1) * gridPageSize, page * gridPageSize) : sorted;
  }, [page, sort]);
  const offset = isPaged ? (page - 1) * gridPageSize : 0;
  return (
    <main>
      <h1>Guard posts</h1>
      <Grid
        label="Posts"
        columns={columns}
        rows={rows}
        rowId={(post) => post.id}
        rowOffset={offset}
        totalCount={total}
        actions={actions}
        isRowActivated={access.has('status') ? (post) => post.activated : undefined}
        sort={sort}
        onSortChange={setSort}
        selectionMode={isMode(mode) ? mode : undefined}
        onOpenRow={(post) => setShown(`open ${post.id}`)}
        onSelectionChange={(ids) => setShown(`selected ${[...ids].join(' ')}`)}
        maxHeight="480px"
      />
      {isPaged && <GridPager page={page} pageSize={gridPageSize} total={total} onPageChange={setPage} />}
      <output aria-label="Told">{shown}</output>
    </main>
  );
}

const root = document.getElementById('root');
if (root === null) throw new Error('the gallery has no #root');
createRoot(root).render(
  <UiProvider labels={uiLabels()} locale="en-IN" fetchCode={(code) => code()}>
    <App />
  </UiProvider>,
);

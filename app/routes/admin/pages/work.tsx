import { GripVertical } from 'lucide-react';
import { useEffect, useRef, useState, type PointerEvent } from 'react';
import { flushSync } from 'react-dom';
import { useSearchParams } from 'react-router';

import { requireActor } from '#domain/actor.ts';
import { kinds } from '#domain/kinds.ts';
import { can } from '#domain/permissions.ts';
import { maxCaseStudies } from '#domain/posts/case-studies.ts';
import { deletePosts } from '#domain/posts/delete-posts.ts';
import { listCaseStudyOrder, orderCaseStudies } from '#domain/posts/order-case-studies.ts';
import { addToHeader, isInHeader } from '#domain/site/header-entries.ts';
import { Button } from '#app/ui/button.tsx';
import { ActionButton } from '../actions/action-button.tsx';
import { formOf } from '../actions/confirm-action.tsx';
import { formAction } from '../actions/form-action.ts';
import { formClientAction } from '../actions/form-client-action.ts';
import { screenLoader } from '../actions/screen-loader.ts';
import { useAction } from '../actions/use-action.ts';
import { Screen } from '../frame/screen.tsx';
import { useCan } from '../hooks/use-frame.ts';
import { isNarrowed } from '../list/list-address.ts';
import { focusMoveButton, MoveButtons } from '../list/move-buttons.tsx';
import { PostsOfKind } from './posts-of-kind.tsx';

const failures = {
  delete: 'Failed to delete case study.',
  order: 'Failed to save the order.',
  navigation: 'Failed to change the navigation.',
};

export const loader = screenLoader(async (domain, { url }) => {
  const words = (url.searchParams.get('q') ?? '').trim().toLowerCase();
  const address = kinds.case_study.folder;
  const [all, isLinked] = await Promise.all([listCaseStudyOrder(domain), isInHeader(domain, address)]);
  const arePublic = all.some(({ published, scheduled }) => published && !scheduled);
  return {
    offersNavigation: arePublic && !isLinked && can(requireActor(domain), 'manage-site'),
    caseStudies: all.filter(({ title, slug, client }) =>
      [title, slug, client ?? ''].some((text) => text.toLowerCase().includes(words)),
    ),
    total: all.length,
    isByHand: all.some(({ position }) => position !== null),
  };
});

export const action = formAction(
  failures,
  {
    delete: {
      run: (ctx, { id = '' }) => deletePosts(ctx, { ids: [id] }),
      done: 'Case study deleted successfully.',
    },
    order: {
      run: (ctx, _fields, { form }) => orderCaseStudies(ctx, { ids: form.getAll('id') }),
      done: 'Order saved.',
    },
    navigation: async (ctx, { isVisible }) => {
      await addToHeader(ctx, kinds.case_study.folder, isVisible === 'true');
      return { done: isVisible === 'true' ? 'Work is in the navigation.' : null };
    },
  },
  { listItems: maxCaseStudies },
);

export const clientAction = formClientAction(failures);

export const handle = new Screen('Work', 'Failed to load case studies.');

type Loaded = Awaited<ReturnType<typeof loader>>;
type CaseStudy = Loaded['caseStudies'][number];

export default function Work({ loaderData }: { loaderData: Loaded }) {
  const isSearch = isNarrowed(useSearchParams()[0]);
  const { rows, save, isBusy } = useOrder(loaderData.caseStudies);
  const mayOrder = useCan('edit-content');
  const [target, setTarget] = useState<string | null>(null);

  function move(id: string, to: number) {
    const moved = rows.filter((row) => row.id === id);
    save(rows.filter((row) => row.id !== id).toSpliced(to, 0, ...moved));
  }
  const rowActions = (row: CaseStudy) => (
    <OrderControls row={row} rows={rows} onMove={move} onTarget={setTarget} />
  );

  return (
    <PostsOfKind
      kind="case_study"
      heading="Work"
      rows={rows}
      total={loaderData.total}
      found={rows.length}
      columns={[{ name: 'Client', width: '@3xl:w-40', cell: ({ client }) => client }]}
      empty="What you did for a client, and what came of it. Once one is published, visitors find them at /work."
      actions={
        loaderData.isByHand &&
        mayOrder && (
          <Button pending={isBusy} onClick={() => save([])}>
            Order by date
          </Button>
        )
      }
      intro={loaderData.offersNavigation && <NavigationOffer />}
      isSelected={({ id }) => id === target}
      {...(isSearch || !mayOrder ? {} : { rowActions })}
    />
  );
}

/** Dismissed, the entry waits in Site, hidden. */
function NavigationOffer() {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-line-strong bg-sunken px-3 py-2">
      <p className="min-w-0 flex-1 basis-60">
        Visitors can read your work at {kinds.case_study.folder}, but no link leads there yet.
      </p>
      <ActionButton variant="primary" fields={{ intent: 'navigation', isVisible: 'true' }}>
        Add to navigation
      </ActionButton>
      <ActionButton variant="quiet" fields={{ intent: 'navigation', isVisible: 'false' }}>
        Dismiss
      </ActionButton>
    </div>
  );
}

/** The rows in the order that was asked for last, which is saved one request after the other. */
function useOrder(loaded: CaseStudy[]) {
  const [known, setKnown] = useState(loaded);
  const [asked, setAsked] = useState<CaseStudy[] | null>(null);
  const [saved, setSaved] = useState<CaseStudy[] | null>(null);
  const sent = useRef<CaseStudy[]>(null);
  const { submit, isBusy } = useAction({
    onSettled: ({ ok }) => (ok ? setSaved(sent.current) : setAsked(null)),
  });

  if (known !== loaded && !isBusy) {
    setKnown(loaded);
    if (asked === saved) setAsked(null);
  }

  useEffect(() => {
    if (isBusy || asked === null || asked === sent.current) return;
    sent.current = asked;
    void submit(formOf({ intent: 'order', id: asked.map(({ id }) => id) }), { method: 'post' });
  }, [isBusy, asked, submit]);

  return {
    rows: asked === null || asked.length === 0 ? loaded : asked,
    isBusy,
    /** None for the order by date. */
    save: setAsked,
  };
}

/** Moves a row by one with its buttons, or to where its handle is dropped. */
function OrderControls({
  row: { id, title },
  rows,
  onMove,
  onTarget,
}: {
  row: CaseStudy;
  rows: readonly CaseStudy[];
  onMove: (id: string, to: number) => void;
  onTarget: (id: string | null) => void;
}) {
  const index = rows.findIndex((row) => row.id === id);

  function move(by: -1 | 1) {
    // A row that is moved loses the focus, and the next key may come at once.
    flushSync(() => onMove(id, index + by));
    focusMoveButton(id, by);
  }

  return (
    <>
      <span
        title="Drag to another place"
        className="inline-flex size-8 shrink-0 cursor-grab touch-none items-center justify-center align-top text-ink-soft active:cursor-grabbing [&_svg]:size-4"
        onPointerDown={(event) => {
          event.preventDefault();
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) onTarget(rowAt(event));
        }}
        onPointerUp={(event) => {
          const to = rows.findIndex((row) => row.id === rowAt(event));
          if (to !== -1 && to !== index) onMove(id, to);
        }}
        onLostPointerCapture={() => onTarget(null)}
      >
        <GripVertical aria-hidden />
      </span>
      <MoveButtons id={id} name={title} index={index} count={rows.length} onMove={move} />
    </>
  );
}

/** The id of the row under the pointer. */
function rowAt({ clientX, clientY }: PointerEvent): string | null {
  const row = document.elementFromPoint(clientX, clientY)?.closest('tr');
  return row?.querySelector('[data-move]')?.getAttribute('data-move') ?? null;
}

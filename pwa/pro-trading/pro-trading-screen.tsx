import { t } from "@lingui/core/macro";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from "react";
import { useSession } from "#pwa/parts/session/session.tsx";
import { pairKey } from "#pwa/parts/market-data/pair.ts";
import type { StandingParts } from "#pwa/parts/trading/standing-parts.ts";
import { PairGate, proLink, readLastPair } from "#pwa/trade/door.ts";
import { EMPTY_DRAFT, type OrderDraft } from "#pwa/parts/trading/order-draft.ts";
import { later } from "#pwa/ui/later.tsx";
import { Page } from "#pwa/ui/page.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import type { PairQuery } from "#schemas/market-data.ts";
import { keepScreen, type KeptScreen, readKeptScreen } from "./kept-screen.ts";
import { hasTab, tabBeside, withoutTab, withTab } from "./tabs.ts";

const ProDesk = later(
  async () => (await import("./pro-desk.tsx")).ProDesk,
  () => <Loading />,
);

/** `/pro-trading?base=…&quote=…`: which pair is shown stands in the address, all else of the screen on the device. */
export function ProTradingScreen({ standing }: { readonly standing: StandingParts }) {
  const userId = useSession().user?.id ?? 0;
  return <Screen key={userId} userId={userId} standing={standing} />;
}

interface ScreenProps {
  readonly userId: number;
  readonly standing: StandingParts;
}

function Screen({ userId, standing }: ScreenProps) {
  const { base, quote }: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const [screen, setScreen] = useState(() => readKeptScreen(userId));
  const change = useCallback((next: Partial<KeptScreen>) => setScreen((former) => ({ ...former, ...next })), []);
  const open = useCallback(
    (pair: PairQuery) => setScreen((former) => ({ ...former, tabs: [...withTab(former.tabs, pair)] })),
    [],
  );
  useEffect(() => keepScreen(userId, screen), [userId, screen]);
  const [drafts, setDrafts] = useState<ReadonlyMap<string, OrderDraft>>(new Map());
  const changeDraft = useCallback(
    (key: string, next: Partial<OrderDraft>) =>
      setDrafts((former) => new Map(former).set(key, { ...(former.get(key) ?? EMPTY_DRAFT), ...next })),
    [],
  );
  const [first] = useState(() => firstOf(screen.tabs));
  return (
    <PairGate
      title={t`Pro trading`}
      base={typeof base === "string" ? base : undefined}
      quote={typeof quote === "string" ? quote : undefined}
      linkTo={proLink}
      first={first}
      renderPair={(pair) => (
        <OpenPair
          key={pairKey(pair)}
          {...pair}
          screen={screen}
          onScreen={change}
          onOpen={open}
          draft={drafts.get(pairKey(pair)) ?? EMPTY_DRAFT}
          onDraft={changeDraft}
          standing={standing}
        />
      )}
    />
  );
}

/** The tab looked at last, or any. */
function firstOf(tabs: readonly PairQuery[]): PairQuery | null {
  const last = readLastPair();
  return last !== null && hasTab(tabs, last) ? last : (tabs[0] ?? null);
}

interface OpenPairProps extends PairQuery {
  readonly screen: KeptScreen;
  readonly onScreen: (change: Partial<KeptScreen>) => void;
  readonly onOpen: (pair: PairQuery) => void;
  readonly draft: OrderDraft;
  readonly onDraft: (key: string, change: Partial<OrderDraft>) => void;
  readonly standing: StandingParts;
}

function OpenPair({ base, quote, screen, onScreen, onOpen, draft, onDraft, standing }: OpenPairProps) {
  const pair = useMemo(() => ({ base, quote }), [base, quote]);
  const navigate = useNavigate();
  useLayoutEffect(() => onOpen(pair), [onOpen, pair]);
  const changeDraft = useCallback((change: Partial<OrderDraft>) => onDraft(pairKey(pair), change), [onDraft, pair]);
  const show = (next: PairQuery | null) => {
    if (next !== null) void navigate({ ...proLink(next), replace: true });
  };
  const { tabs } = screen;
  return (
    <ProDesk
      pair={pair}
      screen={screen}
      onScreen={onScreen}
      draft={draft}
      onDraft={changeDraft}
      standing={standing}
      onStep={(by) => show(tabBeside(tabs, pair, by))}
      onClosePair={(closed) => {
        onScreen({ tabs: [...withoutTab(tabs, closed)] });
        if (pairKey(closed) === pairKey(pair)) show(tabBeside(tabs, pair, -1));
      }}
    />
  );
}

function Loading() {
  return (
    <Page title={t`Pro trading`} width="wide">
      <Skeleton className="h-96 w-full" />
    </Page>
  );
}

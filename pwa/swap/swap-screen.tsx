import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { ArrowLeftRight } from "lucide-react";
import { useEffect, useState } from "react";
import { RecurringBuys } from "#pwa/standing-orders/door.ts";
import { useSession } from "#pwa/parts/session/session.tsx";
import { readAssetKey } from "#pwa/parts/assets/asset-key.ts";
import { useOnline } from "#pwa/platform/device/online.ts";
import { useKnownAssets } from "#pwa/parts/assets/use-known-assets.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Card } from "#pwa/ui/card.tsx";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { later } from "#pwa/ui/later.tsx";
import { Page } from "#pwa/ui/page.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import type { QuoteOutput } from "#schemas/market-data.ts";
import { readSlippage } from "#pwa/parts/trading/slippage.ts";
import { keepDraft, readKeptDraft } from "./kept-draft.ts";
import type { WantedSwap } from "./swap-calls.ts";
import { SwapForm } from "./swap-form.tsx";
import { questionOf, type SwapDraft } from "./swap-terms.ts";
import { useQuote } from "./use-quote.ts";

const PauseNote = later(async () => (await import("#pwa/parts/answers/pause-note.tsx")).PauseNote);
const SwapReview = later(async () => (await import("./swap-review.tsx")).SwapReview);

export function SwapScreen() {
  const { user } = useSession();
  return (
    <Page
      title={t({ message: "Swap", context: "name of a screen" })}
      width="narrow"
      description={t`One asset for another in a single transaction, at the network's own prices.`}
    >
      {user === null ? null : <SwapFlow key={user.id} userId={user.id} />}
    </Page>
  );
}

/** What is looked at before it is confirmed; `turn` counts how often. */
interface Reviewed {
  readonly wanted: WantedSwap;
  readonly shown: QuoteOutput;
  readonly turn: number;
}

function SwapFlow({ userId }: { readonly userId: number }) {
  const isOnline = useOnline();
  const known = useKnownAssets();
  const [draft, setDraft] = useDraft(userId);
  const [reviewed, setReviewed] = useState<Reviewed | null>(null);
  const question = questionOf(draft);
  const live = useQuote(question);
  const hasAccount = known.assets.some(({ balance }) => balance !== null);

  function review() {
    const slippage = readSlippage(draft.slippage);
    if (question === null || live.quote === null || typeof slippage === "string") return;
    setReviewed({ wanted: { question, slippage }, shown: live.quote, turn: 0 });
  }

  if (known.isLoading) return <Skeleton className="h-96 w-full" />;
  if (!hasAccount) return <NothingToSwap />;
  return (
    <>
      <div className="mb-4 empty:hidden">
        <PauseNote />
      </div>
      <Card>
        <SwapForm {...{ draft, known, live, isOnline }} onChange={setDraft} onReview={review} />
        <p className="mt-4 flex flex-wrap gap-x-5 text-sm text-ink-3">
          <Link to="/trade" className="inline-flex min-h-6 items-center hover:underline">
            <Trans>Trade at a price of your own</Trans>
          </Link>
          <Link to="/send" className="inline-flex min-h-6 items-center hover:underline">
            <Trans>Send to somebody</Trans>
          </Link>
        </p>
        {reviewed === null ? null : (
          <SwapReview
            key={reviewed.turn}
            wanted={reviewed.wanted}
            shown={reviewed.shown}
            onAnew={(shown) =>
              setReviewed({ ...reviewed, wanted: { ...reviewed.wanted }, shown, turn: reviewed.turn + 1 })
            }
            onClose={() => setReviewed(null)}
            onDone={() => {
              setReviewed(null);
              setDraft({ ...draft, amount: "" });
            }}
          />
        )}
      </Card>
      <RecurringBuys
        known={known}
        send={draft.send}
        receive={draft.receive}
        spend={draft.direction === "send" ? draft.amount : ""}
        isOnline={isOnline}
      />
    </>
  );
}

/** What is typed, kept on this device; the page's address may ask for two assets. */
function useDraft(userId: number): readonly [SwapDraft, (draft: SwapDraft) => void] {
  const [draft, setDraft] = useState(() => readKeptDraft(userId));
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  useEffect(() => keepDraft(userId, draft), [userId, draft]);
  useEffect(() => {
    if (search["send"] === undefined && search["receive"] === undefined) return;
    const asked = { send: askedKey(search["send"]), receive: askedKey(search["receive"]) };
    // oxlint-disable-next-line react/set-state-in-effect -- what the page's address asks for is taken over once, like what is typed.
    setDraft((former) => {
      const send = asked.send ?? (asked.receive === former.send ? former.receive : former.send);
      const receive = asked.receive ?? (asked.send === former.receive ? former.send : former.receive);
      return send === receive ? former : { ...former, send, receive };
    });
    void navigate({ to: "/swap", search: {}, replace: true });
  }, [search, navigate]);
  return [draft, setDraft];
}

function askedKey(value: unknown): string | null {
  return typeof value === "string" && readAssetKey(value) !== null ? value : null;
}

function NothingToSwap() {
  return (
    <Card>
      <EmptyState
        icon={<ArrowLeftRight />}
        title={t`Nothing to swap yet`}
        action={
          <Button asChild>
            <Link to="/receive">
              <Trans>Receive</Trans>
            </Link>
          </Button>
        }
      >
        <Trans>Once your account has its first XLM, you can swap it for other assets here.</Trans>
      </EmptyState>
    </Card>
  );
}

import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";
import { useSession } from "#pwa/parts/session/session.tsx";
import type { Directory } from "#pwa/parts/directory/directory.ts";
import { useDirectory } from "#pwa/parts/directory/use-directory.ts";
import { useRows } from "#pwa/platform/db/use-rows.ts";
import { useOnline } from "#pwa/platform/device/online.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Card } from "#pwa/ui/card.tsx";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { later } from "#pwa/ui/later.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Page } from "#pwa/ui/page.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import type { UserOutput } from "#schemas/users.ts";
import { usePrices } from "#pwa/parts/assets/use-prices.ts";
import { sortBalances } from "#pwa/parts/assets/balances.ts";
import { repeatedWhat, type SendDraft, type SendFacts } from "./payment.ts";
import { DraftList } from "./draft-list.tsx";
import type { SignHere } from "./receipt.tsx";
import { reviewFacts } from "./review-facts.ts";
import type { RepeatedWhat, RepeatParts } from "./repeat-parts.ts";
import { SendForm } from "./send-form.tsx";
import { askedIn } from "./asked-payment.ts";
import { useDrafts } from "./use-drafts.ts";
import { usePaidBefore } from "./use-paid-before.ts";
import { type Send, useSend } from "./use-send.ts";

const Receipt = later(async () => (await import("./receipt.tsx")).Receipt);
const PauseNote = later(async () => (await import("#pwa/parts/answers/pause-note.tsx")).PauseNote);
const ReviewSheet = later(async () => (await import("./review-sheet.tsx")).ReviewSheet);

interface SendScreenProps {
  /** Handed in by whoever knows how to sign with a key of one's own. */
  readonly SignHere: SignHere;
  readonly repeats: RepeatParts;
}

export function SendScreen({ SignHere, repeats }: SendScreenProps) {
  const { user } = useSession();
  return (
    <Page title={t`Send`} width="narrow">
      {user === null ? null : <SendFlow key={user.id} user={user} SignHere={SignHere} repeats={repeats} />}
    </Page>
  );
}

function SendFlow({ user, SignHere, repeats }: SendScreenProps & { readonly user: UserOutput }) {
  const isOnline = useOnline();
  const { directory, contacts } = useDirectory();
  const { rows, isLoading } = useRows("balances");
  const balances = useMemo(() => sortBalances(rows), [rows]);
  const send = useSend(user.id, useFacts(user, balances));
  const { state, draft, setDraft } = send;
  const putAside = useDrafts(user.id);
  const asked = useAskedPayment(setDraft);
  const review = state.step === "form" || state.step === "looking-up" ? null : state.review;
  const repeating = useRepeating(send, repeats.Sheet, directory);
  const hasPaidBefore = usePaidBefore(review?.check.recipient.address ?? null);

  if (isLoading) return <Skeleton className="h-96 w-full" />;
  if (state.step === "tracking") {
    const facts = reviewFacts(state.review, directory, hasPaidBefore);
    return (
      <Receipt
        review={state.review}
        submission={state.submission}
        facts={facts}
        isOnline={isOnline}
        onAgain={send.restart}
        SignHere={SignHere}
      />
    );
  }
  if (balances.length === 0 && review === null && !send.isSendingElsewhere)
    return <NothingToSend hasAddress={user.walletAddress !== undefined} />;
  return (
    <div className="flex flex-col gap-6">
      <PauseNote />
      {send.isSendingElsewhere ? (
        <Notice title={t`A payment of yours is being confirmed`}>
          <Trans>
            It was begun in another tab, or before you left this page. Its history entry tells whether it went through.
          </Trans>
        </Notice>
      ) : null}
      <Card>
        {asked === null ? null : (
          <div className="pb-5">
            <Notice tone="error">{asked}</Notice>
          </div>
        )}
        <SendForm
          draft={draft}
          balances={balances}
          contacts={contacts}
          directory={directory}
          problems={state.step === "form" ? state.problems : {}}
          notice={state.step === "form" ? state.notice : null}
          isOnline={isOnline}
          isBusy={state.step === "looking-up"}
          onChange={setDraft}
          onReview={() => void send.review()}
          onPutAside={() => {
            if (putAside.keep(draft)) send.restart();
          }}
        />
        {send.isDraftKept ? null : (
          <div className="pt-5">
            <Notice tone="warn">
              <Trans>This device has no room left to keep what you type. It is gone once you leave this page.</Trans>
            </Notice>
          </div>
        )}
        {putAside.problem === null ? null : (
          <div className="pt-5">
            <Notice tone="error">{putAside.problem}</Notice>
          </div>
        )}
        {state.step === "review" || state.step === "sending" || state.step === "unanswered" ? (
          <ReviewSheet
            state={state}
            facts={reviewFacts(state.review, directory, hasPaidBefore)}
            isOnline={isOnline}
            onConfirm={(password) => void send.confirm(password)}
            onBack={send.back}
            onSetAside={() => void send.setAside()}
            onRepeat={repeating.begin}
          />
        ) : null}
        {repeating.sheet}
      </Card>
      <DraftList
        drafts={putAside.drafts}
        directory={directory}
        onTakeUp={(uid) => setDraft(putAside.takeUp(uid, draft))}
        onRemove={putAside.remove}
      />
      <repeats.List />
    </div>
  );
}

/** What this device knows that a draft is checked by. */
function useFacts({ walletAddress, uniqueUserId }: UserOutput, balances: SendFacts["balances"]): SendFacts {
  const { priceOf } = usePrices();
  return {
    balances,
    ownAddress: walletAddress,
    ownUserId: uniqueUserId,
    usdOf: ({ assetCode, issuer }) => priceOf(assetCode, issuer)?.usd ?? null,
  };
}

/** What of the review is to be repeated instead of paid once; the form stays as it was until that is set up. */
function useRepeating({ state, back, restart }: Send, RepeatSheet: RepeatParts["Sheet"], directory: Directory) {
  const [begun, setBegun] = useState<RepeatedWhat | null>(null);
  const begin = () => {
    if (state.step !== "review") return;
    setBegun(repeatedWhat(state.review.payment));
    back();
  };
  const leave = () => setBegun(null);
  const done = () => {
    leave();
    restart();
  };
  const name = begun && directory.nameOf(begun.to);
  return {
    begin,
    sheet: begun === null ? null : <RepeatSheet what={begun} name={name} onPlaced={done} onClose={leave} />,
  };
}

/** What a page's address may ask for. Once it is taken over it leaves the address, so that going back or reloading does not ask again. */
const ASKED = ["uri", "text", "url", "title", "to", "amount", "memo", "asset"] as const;

/** Fills the form from the page's address. Answers with what is wrong with what it asks for, if anything. */
function useAskedPayment(setDraft: (change: Partial<SendDraft>) => void): string | null {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    if (ASKED.every((name) => search[name] === undefined)) return;
    const asked = askedIn(search, location.origin);
    // oxlint-disable-next-line react/set-state-in-effect -- a request in the page's address is taken over once, like one that was typed.
    setProblem(asked.ok ? null : asked.problem);
    if (asked.ok) setDraft(asked.change);
    void navigate({ to: "/send", search: {}, replace: true });
  }, [search, setDraft, navigate]);
  return problem;
}

function NothingToSend({ hasAddress }: { readonly hasAddress: boolean }) {
  return (
    <Card>
      <EmptyState
        title={t`Nothing to send yet`}
        action={
          <Button asChild>
            <Link to="/receive">
              <Trans>Receive</Trans>
            </Link>
          </Button>
        }
      >
        {hasAddress
          ? t`Your account has no balance on this device. Once the network has funded it, or someone has sent to it, you can send from here.`
          : t`Your wallet is being set up on the network. It takes a moment, and you can send once it is funded.`}
      </EmptyState>
    </Card>
  );
}

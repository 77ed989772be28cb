import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useEffect, useState } from "react";
import * as v from "valibot";
import { ownPath } from "#pwa/parts/identity/identity-place.ts";
import { useSession } from "#pwa/parts/session/session.tsx";
import { newIdempotencyKey } from "#pwa/platform/device/random.ts";
import { useOnline } from "#pwa/platform/device/online.ts";
import { later } from "#pwa/ui/later.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Page } from "#pwa/ui/page.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import type { OwnIdentityOutput } from "#schemas/identity.ts";
import { AskedCard } from "./asked-card.tsx";
import { hasConsented, isOfThisRound, isOpen, type Step, wantedOf } from "./form-state.ts";
import { StatusCard } from "./status-card.tsx";
import { type FormStore, useForm } from "./use-form.ts";
import { type OwnIdentity, useOwnIdentity } from "./use-own-identity.ts";

const standIn = () => <Skeleton className="h-96 w-full" />;
// Each is a part of the way that most of the others never see.
const ConsentCard = later(async () => (await import("./consent-card.tsx")).ConsentCard, standIn);
const FormCard = later(async () => (await import("./form-card.tsx")).FormCard, standIn);
const SendingCard = later(async () => (await import("./sending-card.tsx")).SendingCard, standIn);
const HeldCard = later(async () => (await import("./held-card.tsx")).HeldCard);

const IdentitySearch = v.object({
  step: v.fallback(v.string(), ""),
  from: v.fallback(v.nullable(v.string()), null),
});

/** One's own identity check: what is asked, what was sent, what became of it. */
export function IdentityScreen() {
  const { user } = useSession();
  return user === null ? null : <Identity key={user.id} userId={user.id} />;
}

function Identity({ userId }: { readonly userId: number }) {
  const isOnline = useOnline();
  const answer = useOwnIdentity();
  const store = useForm(userId);
  // Without a connection the form goes on from what was known when it was begun.
  const own = answer.own ?? (answer.hasFailed ? store.keptOwn : null);
  return (
    <Page
      title={t`Identity`}
      description={t`Where you show who you are. What you send is seen by reviewers only.`}
      width="narrow"
    >
      <p role="status" className="sr-only">
        {own === null ? "" : standingWords(own)}
      </p>
      <div className="flex flex-col gap-4">
        {isOnline && !answer.hasFailed ? null : <CutOff isFormOpen={own !== null && isOpen(own)} isOnline={isOnline} />}
        {store.isKept ? null : (
          <Notice tone="warn" title={t`This device keeps nothing`}>
            <Trans>Its storage is full or closed to this page. Keep the page open until everything is sent.</Trans>
          </Notice>
        )}
        {!store.isRead || (own === null && !answer.hasFailed) ? (
          <Skeleton className="h-96 w-full" />
        ) : own === null ? null : (
          <Told own={own} answer={answer} store={store} isOnline={isOnline && !answer.hasFailed} />
        )}
      </div>
    </Page>
  );
}

function CutOff({ isFormOpen, isOnline }: { readonly isFormOpen: boolean; readonly isOnline: boolean }) {
  return (
    <Notice tone="warn" title={isOnline ? t`The server did not answer` : t`You are offline`}>
      {isFormOpen
        ? t`What you type and photograph is kept on this device. It can be sent once there is a connection.`
        : t`How far your check is can be seen once there is a connection.`}
    </Notice>
  );
}

interface ToldProps {
  readonly own: OwnIdentityOutput;
  readonly answer: OwnIdentity;
  readonly store: FormStore;
  readonly isOnline: boolean;
}

function Told({ own, answer, store, isOnline }: ToldProps) {
  const search = v.parse(IdentitySearch, useSearch({ strict: false }));
  const from = ownPath(search.from);
  const navigate = useNavigate();
  const [refusal, setRefusal] = useState<string | null>(null);
  const { put, refresh } = answer;
  const { form, begin, change, clear } = store;
  const canSend = isOpen(own) && hasConsented(own);
  const isCurrent = form !== null && isOfThisRound(form, own);
  useEffect(() => {
    if (canSend && !isCurrent) begin(own);
    // What was sent, from here or elsewhere, is kept here no longer.
    if (!isOpen(own) && form !== null) clear();
  }, [canSend, isCurrent, own, form, begin, clear]);

  const goTo = useCallback(
    (step: Step, way?: "replace") =>
      void navigate({
        to: "/kyc",
        search: { step, ...(from === null ? {} : { from }) },
        ...(way === "replace" && { replace: true }),
      }),
    [navigate, from],
  );
  const isSending = form?.isSending === true;
  if (!isOpen(own))
    return (
      <div className="flex flex-col gap-4">
        <StatusCard own={own} from={from} />
        {own.submittedDate === null ? null : <HeldCard own={own} isOnline={isOnline} onChanged={put} />}
      </div>
    );
  if (!hasConsented(own)) return <ConsentCard own={own} isOnline={isOnline} onConsented={put} />;
  if (form === null || !isCurrent) return <Skeleton className="h-96 w-full" />;
  return (
    <div className="flex flex-col gap-4">
      {own.asked.length === 0 ? null : <AskedCard own={own} />}
      {isSending ? (
        <SendingCard
          form={form}
          pictures={store.pictures}
          wanted={wantedOf(own, form)}
          own={own}
          onSent={(sent) => {
            clear();
            put(sent);
          }}
          onRefused={(why) => {
            setRefusal(why);
            change({ isSending: false, idempotencyKey: newIdempotencyKey() });
            goTo("review");
            refresh();
          }}
        />
      ) : (
        <FormCard
          {...{ own, form, store, isOnline, refusal }}
          step={search.step}
          onGoTo={goTo}
          onChanged={refresh}
          onSend={() => {
            setRefusal(null);
            change({ isSending: true });
          }}
        />
      )}
      {own.submittedDate === null ? null : <HeldCard own={own} isOnline={isOnline} onChanged={put} />}
    </div>
  );
}

/** How far it is, for whoever does not see it change. */
function standingWords({ status, asked }: OwnIdentityOutput): string {
  if (status === null) return "";
  if (status === "approved") return t`Your identity is verified`;
  if (status === "rejected") return t`Your identity was not accepted`;
  return asked.length > 0 ? t`A little more is needed` : t`We are looking at what you sent`;
}

import { t } from "@lingui/core/macro";
import { call } from "#pwa/platform/api/call.ts";
import { showToast, type ToastMessage } from "#pwa/parts/toasts/toasts.ts";
import { Button } from "#pwa/ui/button.tsx";
import { formatDate, formatTimeLeft } from "#pwa/ui/format.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import { useNow } from "#pwa/ui/now.ts";
import { SECURITY_ENDPOINTS } from "#schemas/endpoints/security.ts";
import { waitingWords } from "#pwa/platform/language/protection-words.ts";
import type { SecurityOutput, WaitingChange, WaitingKind } from "#schemas/security.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import type { Answer } from "#pwa/parts/answers/use-answer.ts";

const KEPT: ToastMessage = {
  get title() {
    return t`You keep your account`;
  },
  get description() {
    return t`Nothing leaves it, and all stays as it was.`;
  },
};

interface WaitingNotesProps {
  readonly security: Answer<SecurityOutput>;
  /** Those that a card is about; all where none are named. */
  readonly kinds?: readonly WaitingKind[];
}

/** The changes that protect the account less and wait, each with its time and a way to cancel it; nothing where none does. */
export function WaitingNotes({ security, kinds }: WaitingNotesProps) {
  const all = security.value?.waiting ?? [];
  const meant = all.filter(({ kind }) => kinds === undefined || kinds.includes(kind));
  return (
    <>
      {meant.map((change) => (
        <WaitingNote key={change.kind} change={change} security={security} />
      ))}
    </>
  );
}

function WaitingNote({
  change,
  security,
}: {
  readonly change: WaitingChange;
  readonly security: Answer<SecurityOutput>;
}) {
  const action = useAction();
  const nowMs = useNow();
  const { kind } = change;
  const isClosing = kind === "close-account";
  const left = formatTimeLeft(Date.parse(change.takesEffectAt), nowMs);
  return (
    <Notice
      tone="warn"
      title={isClosing ? t`Your account closes ${{ date: when(change) }}` : t`Takes effect ${{ date: when(change) }}`}
    >
      <p className="break-words">
        {waitingWords(change)}{" "}
        {isClosing
          ? t`That is ${left}. Keep it if you did not ask for this, and change your password.`
          : t`Cancel it if you did not ask for it, and change your password.`}
      </p>
      {action.notice === null ? null : <p role="alert">{action.notice}</p>}
      <Button
        className="mt-2"
        variant="secondary"
        loading={action.isBusy}
        disabled={!security.canChange}
        {...(!isClosing && { "aria-label": t`Cancel the change: ${{ change: waitingWords(change) }}` })}
        onClick={() =>
          action.run(async () => {
            security.put(await call(SECURITY_ENDPOINTS.cancelWaiting, { params: { kind } }));
            showToast(
              isClosing
                ? KEPT
                : {
                    title: t({ message: "Cancelled", context: "a change of one's protection" }),
                    description: t`All stays as protected as it was.`,
                  },
            );
          })
        }
      >
        {isClosing ? t`Keep my account` : t`Cancel the change`}
      </Button>
    </Notice>
  );
}

/** What a person is told of a change: that it waits, where it does, or that it is done. */
export function toldOf(security: SecurityOutput, kinds: readonly WaitingKind[], done: ToastMessage): ToastMessage {
  const change = security.waiting.find(({ kind }) => kinds.includes(kind));
  if (!change) return done;
  return {
    title: t`It takes effect ${{ date: when(change) }}`,
    description: t`You can cancel it until then, on any device.`,
  };
}

function when({ takesEffectAt }: WaitingChange): string {
  return formatDate(Date.parse(takesEffectAt), { withTime: true });
}

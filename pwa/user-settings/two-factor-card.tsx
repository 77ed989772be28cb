import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { RefreshCw, ShieldCheck, ShieldOff } from "lucide-react";
import { useState } from "react";
import { useSession } from "#pwa/parts/session/session.tsx";
import { call } from "#pwa/platform/api/call.ts";
import { FormSheet } from "#pwa/parts/forms/form-sheet.tsx";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import type { Answer } from "#pwa/parts/answers/use-answer.ts";
import { WaitingNotes } from "#pwa/security/door.ts";
import { showToast, type ToastMessage } from "#pwa/parts/toasts/toasts.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { later } from "#pwa/ui/later.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import type { OutputOf } from "#schemas/endpoints.ts";
import { TWO_FACTOR_ENDPOINTS } from "#schemas/endpoints/two-factor.ts";
import { pauseAheadWords, pausedWords } from "#pwa/platform/language/protection-words.ts";
import type { SecurityOutput } from "#schemas/security.ts";
import { CardFailure, NotKnown, OnOff } from "./card-parts.tsx";
import { hoursInWords } from "./hold.ts";
import { RecoveryCodesSheet } from "./recovery-codes-sheet.tsx";

const TwoFactorSetup = later(async () => (await import("./two-factor-setup.tsx")).TwoFactorSetup);

type TwoFactorAnswer = Answer<OutputOf<typeof TWO_FACTOR_ENDPOINTS.twoFactor>>;

interface TwoFactorCardProps {
  readonly twoFactor: TwoFactorAnswer;
  readonly security: Answer<SecurityOutput>;
}

type Step =
  | { readonly kind: "set-up"; readonly uri: string; readonly secret: string }
  | { readonly kind: "codes"; readonly codes: readonly string[]; readonly said: ToastMessage }
  | { readonly kind: "renew" }
  | { readonly kind: "switch-off" };

const SWITCHED_ON: ToastMessage = {
  get title() {
    return t`Two-factor sign-in is on`;
  },
  get description() {
    return t`Signing in and sending ask for a code from now on.`;
  },
};
const WAITS: ToastMessage = {
  get title() {
    return t`Two-factor sign-in stays on for now`;
  },
  get description() {
    return t`It goes off later. You can cancel that until then, on any device.`;
  },
};
const OFF_KINDS = ["two-factor-off"] as const;
const RENEWED: ToastMessage = {
  get title() {
    return t`New recovery codes made`;
  },
  get description() {
    return t`The former ones no longer open anything.`;
  },
};

export function TwoFactorCard({ twoFactor, security }: TwoFactorCardProps) {
  const [step, setStep] = useState<Step | null>(null);
  const status = twoFactor.value;
  return (
    <Card aria-labelledby="two-factor">
      <CardHeader
        id="two-factor"
        title={t`Two-factor sign-in`}
        description={t`A code from your phone beside your password, whenever you sign in or send. Switching it on signs your other devices out.`}
        action={status === null ? undefined : <OnOff isOn={status.isEnabled} />}
      />
      {status === null ? (
        <NotKnown isLoading={twoFactor.isLoading} />
      ) : status.isEnabled ? (
        <WhenOn left={status.recoveryCodesLeft} canChange={twoFactor.canChange} onStep={setStep} />
      ) : (
        <WhenOff canChange={twoFactor.canChange} onBegun={(setup) => setStep({ kind: "set-up", ...setup })} />
      )}
      <div className="mt-3 flex flex-col gap-2 empty:hidden">
        <WaitingNotes security={security} kinds={OFF_KINDS} />
      </div>
      <StepSheet
        step={step}
        waitHours={security.value?.waitHours ?? 0}
        pauseHours={security.value?.pauseHours ?? null}
        onCodes={(codes, said) => {
          twoFactor.put({ isEnabled: true, recoveryCodesLeft: codes.length });
          setStep({ kind: "codes", codes, said });
        }}
        onOff={(off) => {
          twoFactor.put(off);
          security.refresh();
          setStep(null);
        }}
        onClose={() => setStep(null)}
      />
    </Card>
  );
}

interface WhenOffProps {
  readonly canChange: boolean;
  readonly onBegun: (setup: OutputOf<typeof TWO_FACTOR_ENDPOINTS.beginTwoFactor>) => void;
}

function WhenOff({ canChange, onBegun }: WhenOffProps) {
  const action = useAction();
  return (
    <>
      <CardFailure notice={action.notice} />
      <Button
        loading={action.isBusy}
        disabled={!canChange}
        onClick={() => action.run(async () => onBegun(await call(TWO_FACTOR_ENDPOINTS.beginTwoFactor, {})))}
      >
        <ShieldCheck aria-hidden="true" className="size-4" />
        <Trans>Turn on</Trans>
      </Button>
    </>
  );
}

/** From so few codes on, new ones are suggested. */
const FEW_CODES = 3;

interface WhenOnProps {
  readonly left: number;
  readonly canChange: boolean;
  readonly onStep: (step: Step) => void;
}

function WhenOn({ left, canChange, onStep }: WhenOnProps) {
  return (
    <>
      {left > FEW_CODES ? (
        <p className="mb-4 text-sm text-ink-2">
          {plural(left, { one: "# recovery code is left.", other: "# recovery codes are left." })}
        </p>
      ) : (
        <div className="mb-4">
          <Notice tone="warn">
            {left === 0
              ? t`No recovery code is left. Make new ones, so that a lost phone does not lock you out.`
              : plural(left, {
                  one: "Only # recovery code is left. Make new ones, so that a lost phone does not lock you out.",
                  other: "Only # recovery codes are left. Make new ones, so that a lost phone does not lock you out.",
                })}
          </Notice>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" disabled={!canChange} onClick={() => onStep({ kind: "renew" })}>
          <RefreshCw aria-hidden="true" className="size-4" />
          <Trans>New recovery codes</Trans>
        </Button>
        <Button variant="secondary" disabled={!canChange} onClick={() => onStep({ kind: "switch-off" })}>
          <ShieldOff aria-hidden="true" className="size-4" />
          <Trans>Turn off</Trans>
        </Button>
      </div>
    </>
  );
}

interface StepSheetProps {
  readonly step: Step | null;
  readonly waitHours: number;
  readonly pauseHours: number | null;
  /** `said` is what the person is told once they have put the codes away. */
  readonly onCodes: (codes: readonly string[], said: ToastMessage) => void;
  readonly onOff: (status: OutputOf<typeof TWO_FACTOR_ENDPOINTS.disableTwoFactor>) => void;
  readonly onClose: () => void;
}

function StepSheet({ step, waitHours, pauseHours, onCodes, onOff, onClose }: StepSheetProps) {
  const { user } = useSession();
  switch (step?.kind) {
    case undefined:
      return null;
    case "set-up":
      return (
        <TwoFactorSetup
          uri={step.uri}
          secret={step.secret}
          onCodes={(codes) => onCodes(codes, SWITCHED_ON)}
          onClose={onClose}
        />
      );
    case "codes":
      return (
        <RecoveryCodesSheet
          username={user?.username ?? ""}
          codes={step.codes}
          onClose={() => {
            onClose();
            showToast(step.said);
          }}
        />
      );
    case "renew":
      return <RenewSheet onCodes={onCodes} onClose={onClose} />;
    case "switch-off":
      return <SwitchOffSheet waitHours={waitHours} pauseHours={pauseHours} onOff={onOff} onClose={onClose} />;
  }
}

function RenewSheet({ onCodes, onClose }: Pick<StepSheetProps, "onCodes" | "onClose">) {
  const action = useAction();
  return (
    <FormSheet
      size="sm"
      title={t`Make new recovery codes?`}
      description={t`The former ones stop working at once. The new ones are shown next, and only then.`}
      action={action}
      submit={t`Make new codes`}
      submitting={t`Making`}
      onClose={onClose}
      onSubmit={() =>
        action.run(async () =>
          onCodes((await call(TWO_FACTOR_ENDPOINTS.renewRecoveryCodes, {})).recoveryCodes, RENEWED),
        )
      }
    />
  );
}

function offWords(waitHours: number): string {
  if (waitHours === 0) return t`It is switched off at once. Your password alone opens your account then.`;
  const wait = hoursInWords(waitHours);
  return t`It is switched off in ${wait}. Your password alone opens your account then.`;
}

type SwitchOffProps = Pick<StepSheetProps, "waitHours" | "pauseHours" | "onOff" | "onClose">;

function SwitchOffSheet({ waitHours, pauseHours, onOff, onClose }: SwitchOffProps) {
  const action = useAction();
  return (
    <FormSheet
      size="sm"
      tone="danger"
      title={t`Turn off two-factor sign-in?`}
      description={`${offWords(waitHours)} ${pauseAheadWords(pauseHours)}`}
      action={action}
      submit={t`Turn off`}
      submitting={t`Turning off`}
      dismiss={t`Keep it on`}
      onClose={onClose}
      onSubmit={() =>
        action.run(async () => {
          const status = await call(TWO_FACTOR_ENDPOINTS.disableTwoFactor, {});
          onOff(status);
          showToast(
            status.isEnabled ? WAITS : { title: t`Two-factor sign-in is off`, description: pausedWords(pauseHours) },
          );
        })
      }
    />
  );
}

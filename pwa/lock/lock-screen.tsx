import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Fingerprint } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { SealBroken } from "#pwa/platform/device/held-keys.ts";
import { PasskeyProblem } from "#pwa/parts/identify/passkey-ceremony.ts";
import { Button } from "#pwa/ui/button.tsx";
import { PasswordField } from "#pwa/ui/field.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Spinner } from "#pwa/ui/spinner.tsx";
import { attemptsLeft, MAX_FAILURES, waitMs } from "./attempts.ts";
import { ForgetSheet } from "./forget-sheet.tsx";
import { LockFrame } from "./lock-frame.tsx";
import { type LockRecord, methodOf } from "./lock-record.ts";
import { showLockPasskey, tryPin, unlock } from "./unlock.ts";
import { againWords } from "./wait-words.ts";

interface Props {
  readonly record: LockRecord;
  readonly onForget: () => Promise<void>;
}

/** All that is on the page of a locked device. */
export function LockScreen({ record, onForget }: Props) {
  const pin = methodOf(record, "pin");
  const passkey = methodOf(record, "passkey");
  const [isForgetting, setForgetting] = useState(false);
  // At once where the page was closed after the last attempt, before the data was gone.
  const [isSpent, setSpent] = useState(attemptsLeft(record) === 0);
  useEffect(() => {
    if (isSpent) void onForget();
  }, [isSpent, onForget]);
  if (isSpent) return <Removing />;
  return (
    <LockFrame
      title={t`Astrolabe is locked`}
      text={
        record.methods.length === 0
          ? t`What this device knows of the lock is damaged, so it cannot be opened.`
          : t`Your data on this device is encrypted until you unlock it.`
      }
    >
      <div className="flex flex-col gap-4">
        {pin === null ? null : <PinForm record={record} isNumeric={pin.isNumeric} onSpent={() => setSpent(true)} />}
        {passkey === null ? null : <PasskeyButton isOnly={pin === null} />}
        <Button variant="link" size="inline" className="self-center" onClick={() => setForgetting(true)}>
          {pin === null ? t`Cannot unlock?` : t`Forgot PIN?`}
        </Button>
      </div>
      {isForgetting ? <ForgetSheet onForget={onForget} onClose={() => setForgetting(false)} /> : null}
    </LockFrame>
  );
}

function Removing() {
  return (
    <LockFrame
      title={t`Removing your data`}
      text={plural(MAX_FAILURES, {
        one: "There was # wrong PIN in a row. Sign in with your password to have your data back from the server.",
        other: "There were # wrong PINs in a row. Sign in with your password to have your data back from the server.",
      })}
    >
      <Spinner label={t`Removing it from this device`} />
    </LockFrame>
  );
}

interface PinFormProps {
  readonly record: LockRecord;
  readonly isNumeric: boolean;
  readonly onSpent: () => void;
}

function PinForm({ record, isNumeric, onSpent }: PinFormProps) {
  const [pin, setPin] = useState("");
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [isTrying, setTrying] = useState(false);
  const remainingMs = useRemaining(record);
  const form = useRef<HTMLFormElement>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (pin === "") return setProblem(t`Enter your PIN.`);
    setTrying(true);
    setProblem(undefined);
    try {
      const outcome = await tryPin(pin);
      if (outcome.kind === "right") return await unlock(outcome.secret);
      if (outcome.kind === "wrong" && outcome.left === 0) return onSpent();
      if (outcome.kind === "wrong") setProblem(wrongWords(outcome.left));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
    setPin("");
    setTrying(false);
    requestAnimationFrame(() => form.current?.querySelector("input")?.focus());
  }

  const isWaiting = remainingMs > 0;
  const isTried = record.failures > 0 && problem === undefined && !isTrying;
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <PasswordField
        label={t`PIN`}
        name="pin"
        autoComplete="off"
        inputMode={isNumeric ? "numeric" : "text"}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- there is nothing else on this page to begin with.
        autoFocus
        value={pin}
        onChange={(event) => setPin(event.target.value)}
        error={problem}
      />
      {isTried && !isWaiting ? <p className="text-sm text-ink-2">{leftWords(attemptsLeft(record))}</p> : null}
      {isWaiting ? (
        <Notice tone="warn">
          <span aria-live="off">{againWords(remainingMs)}</span>
        </Notice>
      ) : null}
      <Button type="submit" size="lg" className="w-full" loading={isTrying} disabled={isWaiting}>
        {isTrying ? t`Unlocking` : t`Unlock`}
      </Button>
    </form>
  );
}

function wrongWords(left: number): string {
  return `${t`That is not the PIN.`} ${leftWords(left)}`;
}

function leftWords(left: number): string {
  return plural(left, {
    one: `# attempt is left of ${MAX_FAILURES}. After that your data is removed from this device.`,
    other: `# attempts are left of ${MAX_FAILURES}. After that your data is removed from this device.`,
  });
}

/** How long the next try still has to wait, told every second. */
function useRemaining(record: LockRecord): number {
  const [now, setNow] = useState(nowMs);
  const remaining = waitMs(record, now);
  useEffect(() => {
    if (waitMs(record, nowMs()) === 0) return undefined;
    const timer = setInterval(() => setNow(nowMs()), 1000);
    return () => clearInterval(timer);
  }, [record]);
  return remaining;
}

function PasskeyButton({ isOnly }: { readonly isOnly: boolean }) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isShowing, setShowing] = useState(false);

  async function show() {
    setProblem(null);
    setShowing(true);
    try {
      await unlock(await showLockPasskey());
    } catch (error) {
      setShowing(false);
      if (error instanceof PasskeyProblem) return setProblem(error.message);
      setProblem(error instanceof SealBroken ? t`That is not the passkey of this lock.` : String(error));
    }
  }

  return (
    <>
      {problem === null ? null : <Notice tone="error">{problem}</Notice>}
      <Button
        variant={isOnly ? "primary" : "secondary"}
        size="lg"
        className="w-full"
        loading={isShowing}
        onClick={() => void show()}
      >
        <Fingerprint aria-hidden="true" className="size-5" />
        <Trans>Unlock with passkey</Trans>
      </Button>
    </>
  );
}

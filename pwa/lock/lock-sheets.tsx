import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Fingerprint } from "lucide-react";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { DEVICE_SECRET_BYTES } from "#pwa/platform/device/device-keys.ts";
import { randomBytes } from "#pwa/platform/device/random.ts";
import { PasskeyProblem } from "#pwa/parts/identify/passkey-ceremony.ts";
import { showToast } from "#pwa/parts/toasts/toasts.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { SelectField } from "#pwa/ui/select.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import { IDLE_LABELS } from "./idle-labels.ts";
import { type Idle, type LockRecord, methodOf, readLock, withMethod, withoutMethod } from "./lock-record.ts";
import { CurrentPinField, NewPinFields, useNewPin } from "./pin-fields.tsx";
import { makePasskeyMethod, mayUnlockByPasskey } from "./passkey-key.ts";
import { makePinMethod } from "./pin-key.ts";
import { changeMethods, turnOff, turnOn } from "./turn-lock.ts";
import { useProof } from "./use-proof.ts";

/** Chooses how to unlock and when to lock, and turns the lock on. */
export function TurnOnSheet({ onClose }: { readonly onClose: () => void }) {
  const pin = useNewPin();
  const [idle, setIdle] = useState<Idle>("5");
  const { failure, busy, run } = useWork();

  const byPin = () =>
    run("pin", async () => {
      if (!pin.check()) return;
      const secret = randomBytes(DEVICE_SECRET_BYTES);
      await turnOn(await makePinMethod(pin.value, secret), secret, idle);
    });
  const byPasskey = () =>
    run("passkey", async () => {
      const secret = randomBytes(DEVICE_SECRET_BYTES);
      await turnOn(await makePasskeyMethod(secret), secret, idle);
    });
  return (
    <FormSheet
      title={t`Turn on the app lock`}
      description={t`Whoever forgets the PIN can only remove the data from this device and sign in again. Nobody else knows it.`}
      failure={failure}
      onClose={onClose}
      onSubmit={byPin}
      submit={t`Turn on with PIN`}
      isBusy={busy === "pin"}
    >
      <NewPinFields pin={pin} />
      <SelectField label={t`Lock after`} options={IDLE_LABELS} value={idle} onValueChange={setIdle} />
      {mayUnlockByPasskey() ? (
        <Button
          variant="secondary"
          className="w-full"
          loading={busy === "passkey"}
          disabled={busy !== null}
          onClick={byPasskey}
        >
          <Fingerprint aria-hidden="true" className="size-4" />
          <Trans>Use a passkey instead</Trans>
        </Button>
      ) : null}
    </FormSheet>
  );
}

interface ProvenSheetProps {
  readonly record: LockRecord;
  readonly onClose: () => void;
}

/** Asks for the PIN or passkey once more, and turns the lock off. */
export function TurnOffSheet({ record, onClose }: ProvenSheetProps) {
  const proof = useProof(record);
  const { failure, busy, run } = useWork();
  const submit = () =>
    run("off", async () => {
      const secret = await proof.prove();
      if (secret === null) return;
      secret.fill(0);
      await turnOff();
    });
  return (
    <FormSheet
      title={t`Turn off the app lock?`}
      description={t`Your data on this device will lie there unencrypted, for whoever can open this browser.`}
      failure={failure}
      onClose={onClose}
      onSubmit={submit}
      submit={t`Turn off`}
      isBusy={busy !== null}
    >
      {proof.hasPin ? (
        <CurrentPinField proof={proof} />
      ) : (
        <p className="text-sm text-ink-2">
          <Trans>You are asked for your passkey.</Trans>
        </p>
      )}
    </FormSheet>
  );
}

interface AddMethodProps extends ProvenSheetProps {
  readonly kind: "pin" | "passkey";
}

/** Adds another way to unlock, or takes the place of the one of its kind. */
export function AddMethodSheet({ record, kind, onClose }: AddMethodProps) {
  const proof = useProof(record);
  const pin = useNewPin();
  const { failure, busy, run } = useWork();
  const isNew = methodOf(record, kind) === null;
  const submit = () =>
    run("add", async () => {
      if (kind === "pin" && !pin.check()) return;
      const secret = await proof.prove();
      if (secret === null) return;
      const method = kind === "pin" ? await makePinMethod(pin.value, secret) : await makePasskeyMethod(secret);
      secret.fill(0);
      const methods = withMethod(record.methods, method);
      if (!(await changeMethods({ ...record, methods, failures: 0, notBeforeMs: 0 }))) throw new Error(noRoom());
      showToast({ title: kind === "passkey" ? t`The passkey unlocks the app` : t`The new PIN unlocks the app` });
      onClose();
    });
  const title = kind === "passkey" ? t`Unlock with a passkey` : isNew ? t`Add a PIN` : t`Change the PIN`;
  return (
    <FormSheet
      title={title}
      failure={failure}
      onClose={onClose}
      onSubmit={submit}
      submit={kind === "passkey" ? t`Make a passkey` : t`Keep this PIN`}
      isBusy={busy !== null}
    >
      {proof.hasPin ? (
        <CurrentPinField proof={proof} />
      ) : (
        <p className="text-sm text-ink-2">
          <Trans>You are asked for your passkey first.</Trans>
        </p>
      )}
      {kind === "pin" ? <NewPinFields pin={pin} /> : null}
    </FormSheet>
  );
}

interface RemoveMethodProps extends ProvenSheetProps {
  readonly kind: "pin" | "passkey";
}

/** Takes one of two ways to unlock away; who does so shows the one that stays. */
export function RemoveMethodSheet({ record, kind, onClose }: RemoveMethodProps) {
  const staying = { ...record, methods: record.methods.filter((method) => method.kind !== kind) };
  const proof = useProof(staying);
  const { failure, busy, run } = useWork();
  const submit = () =>
    run("remove", async () => {
      const secret = await proof.prove();
      if (secret === null) return;
      secret.fill(0);
      // As it is now: the attempts were counted in it meanwhile.
      const known = readLock() ?? record;
      const methods = withoutMethod(known.methods, kind);
      if (!(await changeMethods({ ...known, methods, failures: 0, notBeforeMs: 0 }))) throw new Error(noRoom());
      showToast({ title: kind === "passkey" ? t`The passkey unlocks no more` : t`The PIN unlocks no more` });
      onClose();
    });
  return (
    <FormSheet
      title={kind === "passkey" ? t`Remove the passkey?` : t`Remove the PIN?`}
      description={
        kind === "passkey"
          ? t`Only your PIN unlocks the app then. The passkey itself stays on your device, and opens nothing here.`
          : t`Only your passkey unlocks the app then. Without it, all you can do is remove the data from this device.`
      }
      failure={failure}
      onClose={onClose}
      onSubmit={submit}
      submit={t`Remove`}
      isBusy={busy !== null}
    >
      {proof.hasPin ? (
        <CurrentPinField proof={proof} />
      ) : (
        <p className="text-sm text-ink-2">
          <Trans>You are asked for your passkey, so that you know it still works.</Trans>
        </p>
      )}
    </FormSheet>
  );
}

interface FormSheetProps {
  readonly title: string;
  readonly description?: string;
  readonly failure: string | null;
  readonly submit: string;
  readonly isBusy: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

function FormSheet({ title, description, failure, submit, isBusy, onSubmit, onClose, children }: FormSheetProps) {
  const id = useId();
  return (
    <Sheet
      size="sm"
      onClose={onClose}
      mayClose={!isBusy}
      title={title}
      {...(description === undefined ? {} : { description })}
      footer={
        <>
          <Button variant="ghost" disabled={isBusy} onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={id} loading={isBusy}>
            {submit}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {failure === null ? null : <Notice tone="error">{failure}</Notice>}
        {children}
      </form>
    </Sheet>
  );
}

function noRoom(): string {
  return t`This device has no room left to note it.`;
}

/** One thing at a time, with what went wrong in a sentence. */
function useWork() {
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  async function work(name: string, act: () => Promise<void>) {
    setFailure(null);
    setBusy(name);
    try {
      await act();
    } catch (error) {
      setFailure(error instanceof PasskeyProblem || error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(null);
    }
  }
  return { failure, busy, run: (name: string, act: () => Promise<void>) => void work(name, act) };
}

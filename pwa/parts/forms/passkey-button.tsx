import { Fingerprint } from "lucide-react";
import { Button } from "#pwa/ui/button.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { OrLine } from "#pwa/ui/or-line.tsx";
import { askForPasskey } from "#pwa/parts/identify/passkey-calls.ts";
import { canUsePasskeys } from "#pwa/parts/identify/passkey-ceremony.ts";
import { usePasskeys } from "#pwa/parts/answers/questions.ts";
import type { PasskeyAnswer } from "#schemas/passkey-answer.ts";
import type { Action } from "./use-action.ts";

interface PasskeyButtonProps {
  readonly label: string;
  readonly action: Action;
  readonly isDisabled: boolean;
  /** Called with what the passkey answered, which goes with the one confirmation that it is for. */
  readonly onShown: (passkey: PasskeyAnswer) => void;
}

/** For whoever has a passkey: they may know no password. */
export function PasskeyButton({ label, action, isDisabled, onShown }: PasskeyButtonProps) {
  const passkeys = usePasskeys();
  if (!canUsePasskeys() || (passkeys.value?.passkeys.length ?? 0) === 0) return null;
  const show = () =>
    action.run(async () => {
      onShown(await askForPasskey());
    });
  return (
    <>
      {action.notice === null ? null : <Notice tone="error">{action.notice}</Notice>}
      <Button variant="secondary" size="lg" className="w-full" disabled={isDisabled || action.isBusy} onClick={show}>
        <Fingerprint aria-hidden="true" className="size-5" />
        {label}
      </Button>
      <OrLine />
    </>
  );
}

import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";

/** Plainly what the lock is good for and what it is not. */
export function Protection({ hasShortPin }: { readonly hasShortPin: boolean }) {
  return (
    <div className="flex flex-col gap-4 text-sm text-ink-2">
      <Points title={t`Protected while locked`}>{protectedThings()}</Points>
      <Points title={t`Not protected`}>
        {hasShortPin
          ? [
              ...unprotectedThings(),
              t`A PIN of digits, against someone who copies this device's disk: six of them are found within minutes. A long PIN with letters, or a passkey, withstands that.`,
            ]
          : unprotectedThings()}
      </Points>
    </div>
  );
}

function Points({ title, children }: { readonly title: ReactNode; readonly children: readonly string[] }) {
  return (
    <div>
      <h3 className="font-medium text-ink">{title}</h3>
      <ul className="mt-1.5 list-disc space-y-1.5 ps-5">
        {children.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </div>
  );
}

function protectedThings(): readonly string[] {
  return [
    t`The transactions, balances, contacts, notifications, sign-ins and settings that are kept on this device.`,
    t`Payments put aside or being filled in, your name and email address, and what the server told you last.`,
    t`Messages that your system shows: they say only that there is something new.`,
  ];
}

function unprotectedThings(): readonly string[] {
  return [
    t`When things happened and how many there are: times stay readable on the disk. The ledger is public, so the times alone can show someone skilled which account is yours.`,
    t`What is on the screen, and in this browser's memory while the app is unlocked.`,
    t`Files you saved, and this browser's history.`,
    t`Traces of what was here before the lock was on: browsers and disks delete late.`,
    t`Your account. This browser stays signed in while it is locked, and someone skilled who uses it with a connection can ask the server in your place. If you lose this device, end its session from another one.`,
  ];
}

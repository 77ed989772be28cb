import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";

const PROTECTED = [
  "The transactions, balances, contacts, notifications, sign-ins and settings that are kept on this device.",
  "Payments put aside or being filled in, your name and email address, and what the server told you last.",
  "Messages that your system shows: they say only that there is something new.",
];

const NOT_PROTECTED = [
  "When things happened and how many there are: times stay readable on the disk. The ledger is public, so the times alone can show someone skilled which account is yours.",
  "What is on the screen, and in this browser's memory while the app is unlocked.",
  "Files you saved, and this browser's history.",
  "Traces of what was here before the lock was on: browsers and disks delete late.",
  "Your account. This browser stays signed in while it is locked, and someone skilled who uses it with a connection can ask the server in your place. If you lose this device, end its session from another one.",
];

/** Plainly what the lock is good for and what it is not. */
export function Protection({ hasShortPin }: { readonly hasShortPin: boolean }) {
  return (
    <div className="flex flex-col gap-4 text-sm text-ink-2">
      <Points title={t`Protected while locked`}>{PROTECTED}</Points>
      <Points title={t`Not protected`}>
        {hasShortPin
          ? [
              ...NOT_PROTECTED,
              t`A PIN of digits, against someone who copies this device's disk: six of them are found within minutes. A long PIN with letters, or a passkey, withstands that.`,
            ]
          : NOT_PROTECTED}
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

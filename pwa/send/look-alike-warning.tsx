import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { TextField } from "#pwa/ui/field.tsx";
import { MemoText } from "#pwa/ui/memo-text.tsx";
import { proofLettersOf, stretchesOf } from "#schemas/values/compared-addresses.ts";
import type { LookAlike } from "#schemas/wallet.ts";

/** Whether the address that is paid was compared with those that it looks like. */
export interface Comparison {
  readonly typed: string;
  readonly type: (typed: string) => void;
  readonly isDone: boolean;
}

/** Done once the letters that differ were typed from the address that is paid; at once where nothing looks like it. */
export function useComparison(address: string | null, lookAlikes: readonly LookAlike[]): Comparison {
  const [{ typed, of }, setTyped] = useState({ typed: "", of: address });
  const [first] = lookAlikes;
  const shown = of === address ? typed : "";
  const isDone =
    first === undefined || address === null || shown.trim().toUpperCase() === proofLettersOf(address, first.address);
  return { typed: shown, type: (next) => setTyped({ typed: next, of: address }), isDone };
}

interface LookAlikeWarningProps {
  readonly address: string;
  readonly lookAlikes: readonly LookAlike[];
  readonly comparison: Comparison;
}

/**
 * Both addresses one above the other, with what differs marked, and a question that nobody answers without looking there. It stands
 * above everything else that is said of a payment.
 */
export function LookAlikeWarning({ address, lookAlikes, comparison }: LookAlikeWarningProps) {
  const [first] = lookAlikes;
  if (first === undefined) return null;
  return (
    <section
      role="alert"
      aria-label={t`This address looks like another one`}
      className="flex flex-col gap-3 rounded-md border-2 border-down bg-down-soft p-4 text-sm text-ink"
    >
      <p className="text-base font-semibold text-down">
        <Trans>Stop: this is not the address you may think</Trans>
      </p>
      <p>
        <Trans>
          It looks like one that you know, but it is another. Swindlers make such addresses, and money that is sent to
          one is lost. Only go on if whoever you pay gave you this very address.
        </Trans>
      </p>
      <Compared title={t`You are about to pay`} address={address} other={first.address} isTyped />
      {lookAlikes.map((each) => (
        <Compared key={each.address} title={<WhoIsKnown known={each} />} address={each.address} other={address} />
      ))}
      <TextField
        label={plural(
          { count: proofLettersOf(address, first.address).length },
          {
            one: "Type the # underlined letter of the address you are about to pay",
            other: "Type the # underlined letters of the address you are about to pay",
          },
        )}
        name="compared"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={8}
        inputClassName="font-mono"
        hint={t`The first ones that differ from the address below it.`}
        value={comparison.typed}
        onChange={(event) => comparison.type(event.target.value)}
      />
    </section>
  );
}

function WhoIsKnown({ known: { by, name } }: { readonly known: LookAlike }) {
  if (by === "contact")
    return (
      <Trans>
        The address of your contact <MemoText text={name ?? ""} />
      </Trans>
    );
  return by === "paid" ? t`An address you have paid before` : t`An address you were paid from`;
}

interface ComparedProps {
  readonly title: ReactNode;
  readonly address: string;
  readonly other: string;
  /** Whether some of its letters are to be typed. */
  readonly isTyped?: boolean;
}

function Compared({ title, address, other, isTyped = false }: ComparedProps) {
  return (
    <div>
      <p className="text-xs font-medium">{title}</p>
      <p className="font-mono text-sm leading-6 break-all" data-private="">
        {stretchesOf(address, other).map(({ text, isSame, isProof }, place) => {
          const letters = isTyped && isProof ? <u className="underline-offset-4">{text}</u> : text;
          // oxlint-disable-next-line react/no-array-index-key -- runs of letters have nothing else, and never move.
          if (isSame) return <span key={place}>{letters}</span>;
          return (
            // oxlint-disable-next-line react/no-array-index-key -- likewise.
            <mark key={place} className="rounded-xs bg-down-soft font-bold text-down">
              {letters}
            </mark>
          );
        })}
      </p>
    </div>
  );
}

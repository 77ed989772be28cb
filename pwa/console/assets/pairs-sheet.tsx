import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ArrowDown, ArrowUp, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { ActSheet, ReasonField, tellOutcome } from "#pwa/console/desk/act-sheet.tsx";
import { useAskAgain } from "#pwa/console/desk/ask.ts";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { assetKeyOf } from "#pwa/parts/history/movement.ts";
import { codeOf, pairKey } from "#pwa/parts/market-data/pair.ts";
import { call } from "#pwa/platform/api/call.ts";
import { Button } from "#pwa/ui/button.tsx";
import { List } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { SelectField } from "#pwa/ui/select.tsx";
import { LISTING_ENDPOINTS } from "#schemas/endpoints/listing.ts";
import { MOST_PAIRS, SetPairsInput } from "#schemas/listing.ts";
import { NATIVE_CODE } from "#schemas/values/fields.ts";
import type { Listing } from "./asset-draft.ts";
import { shortKey } from "./asset-words.ts";
import { moved, type Pair, samePairs, withPair, without } from "./pairs-draft.ts";

const FIELDS = ["reason"];

interface PairsSheetProps {
  readonly listing: Listing;
  /** One that is taken out as soon as the sheet is open. */
  readonly removed?: Pair;
  readonly onClose: () => void;
}

/** Which pairs and their pools are put forward, the first first. */
export function PairsSheet({ listing: now, removed, onClose }: PairsSheetProps) {
  const [{ version, assets, pairs: former }] = useState(now);
  const before = former.map(({ base, quote }): Pair => ({ base, quote }));
  const [pairs, setPairs] = useState<readonly Pair[]>(removed === undefined ? before : without(before, removed));
  const [reason, setReason] = useState("");
  const action = useAction(FIELDS);
  const askAgain = useAskAgain();
  const keys = [NATIVE_CODE, ...assets.filter(({ state }) => state === "listed").map(assetKeyOf)];

  function save() {
    const read = readForm(SetPairsInput, { pairs, version, reason });
    if ("issues" in read) return action.refuse(read.issues);
    return action.run(async () => {
      tellOutcome(await call(LISTING_ENDPOINTS.setPairs, { body: read.value }), t`The pairs are set`);
      askAgain();
      onClose();
    });
  }

  return (
    <ActSheet
      title={t`Pairs and pools`}
      description={t`People find these markets, and the pools of the same two assets, first and in this order. All other pairs of listed assets they find by searching.`}
      action={action}
      submit={t`Save`}
      isReady={!samePairs(pairs, before)}
      onSubmit={save}
      onClose={onClose}
    >
      <PairLines pairs={pairs} onChange={setPairs} />
      <AddPair keys={keys} pairs={pairs} onAdd={setPairs} />
      <ReasonField most={500} value={reason} error={action.issues["reason"]} onChange={setReason} />
    </ActSheet>
  );
}

interface PairLinesProps {
  readonly pairs: readonly Pair[];
  readonly onChange: (pairs: readonly Pair[]) => void;
}

function PairLines({ pairs, onChange }: PairLinesProps) {
  if (pairs.length === 0)
    return <Notice>{t`No pair is put forward: people see all pairs of listed assets, the busiest first.`}</Notice>;
  return (
    <List aria-label={t`Pairs that are put forward`}>
      {pairs.map((pair, at) => {
        const name = `${codeOf(pair.base)} / ${codeOf(pair.quote)}`;
        return (
          <li key={pairKey(pair)} className="flex items-center gap-1 py-1">
            <bdi dir="ltr" className="min-w-0 grow text-sm font-medium">
              {name}
            </bdi>
            <LineButton
              label={t`Move ${name} up`}
              isOff={at === 0}
              icon={<ArrowUp aria-hidden="true" className="size-4" />}
              onClick={() => onChange(moved(pairs, at, -1))}
            />
            <LineButton
              label={t`Move ${name} down`}
              isOff={at === pairs.length - 1}
              icon={<ArrowDown aria-hidden="true" className="size-4" />}
              onClick={() => onChange(moved(pairs, at, 1))}
            />
            <LineButton
              label={t`Remove ${name}`}
              icon={<X aria-hidden="true" className="size-4" />}
              onClick={() => onChange(without(pairs, pair))}
            />
          </li>
        );
      })}
    </List>
  );
}

interface LineButtonProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly isOff?: boolean;
  readonly onClick: () => void;
}

function LineButton({ label, icon, isOff = false, onClick }: LineButtonProps) {
  return (
    <Button variant="ghost" size="icon" aria-label={label} title={label} disabled={isOff} onClick={onClick}>
      {icon}
    </Button>
  );
}

interface AddPairProps {
  /** Of XLM and all that is listed. */
  readonly keys: readonly string[];
  readonly pairs: readonly Pair[];
  readonly onAdd: (pairs: readonly Pair[]) => void;
}

function AddPair({ keys, pairs, onAdd }: AddPairProps) {
  const [base, setBase] = useState(keys[1] ?? NATIVE_CODE);
  const [quote, setQuote] = useState<string>(NATIVE_CODE);
  if (keys.length < 2)
    return <Notice>{t`A pair is of two listed assets, or of one and XLM. List an asset first.`}</Notice>;
  const options = keys.map((value) => ({ value, label: shortKey(value) }));
  const next = withPair(pairs, { base, quote });
  const problem =
    base === quote
      ? t`Choose two different assets.`
      : pairs.length >= MOST_PAIRS
        ? plural(MOST_PAIRS, { one: "At most # pair is put forward.", other: "At most # pairs are put forward." })
        : next === null
          ? t`This pair is there already.`
          : undefined;
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 text-sm font-semibold">
        <Trans>Add a pair</Trans>
      </legend>
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField label={t`First asset`} options={options} value={base} onValueChange={setBase} />
        <SelectField label={t`Second asset`} options={options} value={quote} onValueChange={setQuote} />
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant="secondary"
          size="sm"
          disabled={next === null || problem !== undefined}
          onClick={() => onAdd(next ?? pairs)}
        >
          <Trans>Add the pair</Trans>
        </Button>
        {problem === undefined ? null : <span className="text-sm text-ink-3">{problem}</span>}
      </div>
    </fieldset>
  );
}

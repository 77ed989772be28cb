import { plural, t } from "@lingui/core/macro";
import { useState } from "react";
import { AsTyped } from "#pwa/console/desk/as-typed.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { formatCount } from "#pwa/ui/format.ts";
import { type Difference, differencesIn } from "./differences.ts";

/** More than anybody reads; the file has all of it. */
const MOST = 200;

/** What an act changed: what is otherwise stands first, and the rest is shown to whoever wants it. */
export function ChangeView({ change }: { readonly change: string }) {
  const [isWhole, setWhole] = useState(false);
  const all = differencesIn(change);
  if (all === null) return <pre className="overflow-x-auto text-xs whitespace-pre-wrap">{change}</pre>;
  const changed = all.filter(({ isSame }) => !isSame);
  const same = all.filter(({ isSame }) => isSame);
  const shown = (isWhole ? [...changed, ...same] : changed).slice(0, MOST);
  const hidden = formatCount(same.length);
  return (
    <section aria-label={t`What was changed`} className="flex flex-col gap-2">
      {changed.length === 0 ? <p className="text-ink-3">{t`It changed nothing.`}</p> : null}
      {shown.length === 0 ? null : (
        <dl className="divide-y divide-line rounded-md border border-line">
          {shown.map((difference) => (
            <Value key={difference.name} difference={difference} />
          ))}
        </dl>
      )}
      {same.length === 0 || isWhole ? null : (
        <Button variant="link" size="inline" className="self-start" onClick={() => setWhole(true)}>
          {plural(same.length, {
            one: `Show ${hidden} value that stayed the same`,
            other: `Show ${hidden} values that stayed the same`,
          })}
        </Button>
      )}
    </section>
  );
}

function Value({ difference: { name, before, after, isSame } }: { readonly difference: Difference }) {
  return (
    <div className="px-3 py-2">
      <dt className="font-mono text-xs break-all text-ink-3">
        <bdi dir="ltr">{name}</bdi>
      </dt>
      {isSame ? (
        <dd>
          <AsTyped className="break-all">{after ?? ""}</AsTyped>
        </dd>
      ) : (
        <>
          <dd className="flex items-baseline gap-2 text-ink-3">
            <span className="w-14 shrink-0 text-xs">{t({ message: "Before", context: "what a value was" })}</span>
            <Typed value={before} isFormer />
          </dd>
          <dd className="flex items-baseline gap-2">
            <span className="w-14 shrink-0 text-xs text-ink-3">
              {t({ message: "After", context: "what a value is since" })}
            </span>
            <Typed value={after} />
          </dd>
        </>
      )}
    </div>
  );
}

function Typed({ value, isFormer = false }: { readonly value: string | undefined; readonly isFormer?: boolean }) {
  if (value === undefined) return <span className="text-ink-3">{t({ message: "nothing", context: "no value" })}</span>;
  return <AsTyped className={isFormer ? "min-w-0 break-all" : "min-w-0 font-medium break-all"}>{value}</AsTyped>;
}

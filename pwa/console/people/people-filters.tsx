import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useCallback } from "react";
import { DayField } from "#pwa/console/desk/narrowing.tsx";
import { SearchBox } from "#pwa/console/desk/search-box.tsx";
import { useMedia } from "#pwa/platform/device/media.ts";
import { Button } from "#pwa/ui/button.tsx";
import { SelectField } from "#pwa/ui/select.tsx";
import type { PeopleSort } from "#schemas/people.ts";
import type { PeopleGoing, PeoplePlace } from "./people-place.ts";
import { sortWords } from "./people-words.ts";

const AT_DESK = "(min-width: 64rem)";
const SORTS: readonly PeopleSort[] = ["newest", "oldest", "name"];
const NO_FILTER = { frozen: undefined, factor: undefined, deposit: undefined, from: undefined, to: undefined };

/** What is searched for, and how the list is narrowed and ordered. On a phone the filters open when they are wanted. */
export function PeopleFilters(going: PeopleGoing) {
  const isDesk = useMedia(AT_DESK);
  const { place, go } = going;
  const find = useCallback((text: string | undefined) => go({ find: text }, "replace"), [go]);
  const isFiltered = Object.keys(NO_FILTER).some((name) => place[name as keyof typeof NO_FILTER] !== undefined);
  return (
    <div className="flex flex-col gap-3">
      <SearchBox
        label={t`Search people`}
        placeholder={t`Name, e-mail, user ID, address or transaction hash`}
        most={254}
        shown={place.find ?? ""}
        onFind={find}
      />
      {isDesk ? (
        <Narrowing {...going} />
      ) : (
        <details open={isFiltered}>
          <summary className="min-h-11 cursor-pointer py-2.5 text-sm font-medium text-ink-2">
            <Trans>Filters and order</Trans>
          </summary>
          <Narrowing {...going} />
        </details>
      )}
      {isFiltered ? (
        <Button variant="link" size="inline" className="self-start" onClick={() => go(NO_FILTER, "replace")}>
          <Trans>Clear the filters</Trans>
        </Button>
      ) : null}
    </div>
  );
}

function Narrowing({ place, go }: PeopleGoing) {
  return (
    <div className="grid grid-cols-2 items-end gap-3 md:grid-cols-3 xl:grid-cols-6">
      <YesNo
        label={t`Frozen`}
        words={[t`Frozen or not`, t`Frozen`, t`Not frozen`]}
        value={place.frozen}
        onChange={(frozen) => go({ frozen }, "replace")}
      />
      <YesNo
        label={t`Second factor`}
        words={[t`With or without`, t`With a second factor`, t`Without one`]}
        value={place.factor}
        onChange={(factor) => go({ factor }, "replace")}
      />
      <YesNo
        label={t`Deposits`}
        words={[t`All`, t`A deposit is open`, t`No deposit is open`]}
        value={place.deposit}
        onChange={(deposit) => go({ deposit }, "replace")}
      />
      <DayField label={t`Signed up from`} value={place.from} onChange={(from) => go({ from }, "replace")} />
      <DayField label={t`Signed up until`} value={place.to} onChange={(to) => go({ to }, "replace")} />
      <SelectField<PeopleSort | "usual">
        label={t({ message: "Order", context: "in which a list stands" })}
        options={[
          { value: "usual", label: t`What fits best` },
          ...SORTS.map((sort) => ({ value: sort, label: sortWords(sort) })),
        ]}
        value={place.sort ?? "usual"}
        onValueChange={(sort) => go({ sort: sort === "usual" ? undefined : sort }, "replace")}
      />
    </div>
  );
}

interface YesNoProps {
  readonly label: string;
  readonly words: readonly [any: string, yes: string, no: string];
  readonly value: PeoplePlace["frozen"];
  readonly onChange: (value: PeoplePlace["frozen"]) => void;
}

function YesNo({ label, words, value, onChange }: YesNoProps) {
  const [any, yes, no] = words;
  return (
    <SelectField<"any" | "yes" | "no">
      label={label}
      options={[
        { value: "any", label: any },
        { value: "yes", label: yes },
        { value: "no", label: no },
      ]}
      value={value ?? "any"}
      onValueChange={(chosen) => onChange(chosen === "any" ? undefined : chosen)}
    />
  );
}

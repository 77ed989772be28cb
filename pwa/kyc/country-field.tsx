import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Check, ChevronDown } from "lucide-react";
import { useMemo, useState } from "react";
import { useLanguage } from "#pwa/platform/language/show-language.ts";
import { classNames } from "#pwa/ui/class-names.ts";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { CONTROL_LOOK, Field, Input } from "#pwa/ui/field.tsx";
import { List } from "#pwa/ui/list.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import { countriesIn, countryName, searchCountries } from "./countries.ts";

interface CountryFieldProps {
  readonly label: string;
  /** A code, or nothing. */
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (code: string) => void;
}

/** A country, found by its name in the reader's language. */
export function CountryField({ label, value, error, onChange }: CountryFieldProps) {
  const language = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const shown = value === "" ? t`Choose a country` : countryName(value, language);
  return (
    <>
      <Field label={label} error={error}>
        {(control) => (
          <button
            {...control}
            type="button"
            name="country"
            aria-haspopup="dialog"
            aria-label={t`${label}: ${{ country: shown }}`}
            onClick={() => setOpen(true)}
            className={classNames(CONTROL_LOOK, "flex items-center justify-between gap-2 text-start")}
          >
            <span className={value === "" ? "text-ink-3" : ""}>{shown}</span>
            <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
          </button>
        )}
      </Field>
      {isOpen ? (
        <CountrySheet
          title={label}
          chosen={value}
          onClose={() => setOpen(false)}
          onChoose={(code) => {
            setOpen(false);
            onChange(code);
          }}
        />
      ) : null}
    </>
  );
}

interface CountrySheetProps {
  readonly title: string;
  readonly chosen: string;
  readonly onChoose: (code: string) => void;
  readonly onClose: () => void;
}

function CountrySheet({ title, chosen, onChoose, onClose }: CountrySheetProps) {
  const language = useLanguage();
  const [typed, setTyped] = useState("");
  const countries = useMemo(() => countriesIn(language), [language]);
  const found = useMemo(() => searchCountries(countries, typed), [countries, typed]);
  return (
    <Sheet title={title} onClose={onClose}>
      <Input
        type="search"
        aria-label={t`Search countries`}
        placeholder={t`Search by name`}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          const [first] = found;
          if (event.key === "Enter" && typed.trim() !== "" && first !== undefined) onChoose(first.code);
        }}
      />
      {found.length === 0 ? (
        <EmptyState title={t`No such country`}>
          <Trans>Try another spelling, or the two letters of its code.</Trans>
        </EmptyState>
      ) : (
        <List aria-label={t`Countries`} className="mt-2">
          {found.map(({ code, name }) => (
            <li key={code}>
              <button
                type="button"
                aria-pressed={code === chosen}
                onClick={() => onChoose(code)}
                className="-mx-2 flex min-h-11 w-[calc(100%+1rem)] items-center justify-between gap-2 rounded-sm px-2 text-start text-sm hover:bg-surface-2"
              >
                {name}
                {code === chosen ? <Check aria-hidden="true" className="size-4 shrink-0 text-accent" /> : null}
              </button>
            </li>
          ))}
        </List>
      )}
    </Sheet>
  );
}

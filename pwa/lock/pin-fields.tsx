import { plural, t } from "@lingui/core/macro";
import { useState } from "react";
import { PasswordField } from "#pwa/ui/field.tsx";
import { westernDigits } from "#pwa/ui/western-digits.ts";
import { PIN_MIN_LENGTH, pinProblem } from "./pin-key.ts";
import type { Proof } from "./use-proof.ts";

export interface NewPin {
  readonly value: string;
  readonly again: string;
  readonly issues: { readonly value?: string; readonly again?: string };
  readonly setValue: (value: string) => void;
  readonly setAgain: (again: string) => void;
  /** False, and said at the field, where it will not do. */
  readonly check: () => boolean;
}

export function useNewPin(): NewPin {
  const [value, setValue] = useState("");
  const [again, setAgain] = useState("");
  const [issues, setIssues] = useState<NewPin["issues"]>({});

  function check(): boolean {
    const problem = pinProblem(value);
    const isSame = westernDigits(value) === westernDigits(again);
    const found: NewPin["issues"] =
      problem !== null ? { value: problem } : isSame ? {} : { again: t`The two are not the same.` };
    setIssues(found);
    return problem === null && isSame;
  }

  return { value, again, issues, setValue, setAgain, check };
}

export function NewPinFields({ pin }: { readonly pin: NewPin }) {
  return (
    <>
      <PasswordField
        label={t`New PIN`}
        name="new-pin"
        autoComplete="off"
        hint={plural(PIN_MIN_LENGTH, {
          one: "At least # digit. Letters make it far stronger.",
          other: "At least # digits. Letters make it far stronger.",
        })}
        value={pin.value}
        onChange={(event) => pin.setValue(event.target.value)}
        error={pin.issues.value}
      />
      <PasswordField
        label={t`New PIN again`}
        name="new-pin-again"
        autoComplete="off"
        value={pin.again}
        onChange={(event) => pin.setAgain(event.target.value)}
        error={pin.issues.again}
      />
    </>
  );
}

export function CurrentPinField({ proof }: { readonly proof: Proof }) {
  return (
    <PasswordField
      label={t`Current PIN`}
      name="current-pin"
      autoComplete="off"
      value={proof.pin}
      onChange={(event) => proof.setPin(event.target.value)}
      error={proof.problem}
    />
  );
}

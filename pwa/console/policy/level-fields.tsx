import { t } from "@lingui/core/macro";
import { classNames } from "#pwa/ui/class-names.ts";
import { DecimalField } from "#pwa/ui/decimal-field.tsx";
import { Segments } from "#pwa/ui/segments.tsx";
import { SelectField } from "#pwa/ui/select.tsx";
import { SwitchField } from "#pwa/ui/switch.tsx";
import { TextField } from "#pwa/ui/field.tsx";
import { IDENTITY_OPERATIONS } from "#schemas/security.ts";
import { kindWords, operationWords } from "#pwa/console/desk/level-words.ts";
import type { PolicyDraft } from "./policy-draft.ts";

interface LevelFieldsProps {
  readonly draft: PolicyDraft;
  readonly issues: Readonly<Record<string, string>>;
  readonly onChange: (draft: PolicyDraft) => void;
}

/** For what an identity is asked, from how much on, and from when. */
export function LevelFields({ draft, issues, onChange }: LevelFieldsProps) {
  const { levels } = draft;
  return (
    <>
      <SwitchField
        label={t`Ask for identities`}
        checked={draft.isKycRequired}
        onCheckedChange={(isKycRequired) => onChange({ ...draft, isKycRequired })}
      />
      {draft.isKycRequired ? (
        <>
          {IDENTITY_OPERATIONS.map((operation) => {
            const level = levels[operation];
            const set = (next: Partial<typeof level>) =>
              onChange({ ...draft, levels: { ...levels, [operation]: { ...level, ...next } } });
            const name = `kycLevels.${operation}.perDay`;
            return (
              <div
                key={operation}
                className={classNames(
                  "grid gap-4",
                  level.kind === "above" && "sm:grid-cols-2",
                  // In one line, however long their labels are.
                  issues[name] === undefined && "items-end",
                )}
              >
                <SelectField
                  label={operationWords(operation)}
                  name={`kycLevels.${operation}`}
                  options={(["none", "above", "always"] as const).map((value) => ({ value, label: kindWords(value) }))}
                  value={level.kind}
                  onValueChange={(kind) => set({ kind })}
                />
                {level.kind === "above" ? (
                  <DecimalField
                    label={t`More than so much within 24 hours, in USD`}
                    name={name}
                    value={level.perDay}
                    error={issues[name]}
                    onType={(perDay) => set({ perDay })}
                  />
                ) : null}
              </div>
            );
          })}
          <Beginning draft={draft} issues={issues} onChange={onChange} />
        </>
      ) : null}
    </>
  );
}

function Beginning({ draft, issues, onChange }: LevelFieldsProps) {
  return (
    <>
      <Segments
        label={t`Identities are asked for`}
        isWide
        items={[
          { value: "now", label: t({ message: "At once", context: "from when identities are asked for" }) },
          { value: "later", label: t({ message: "From a time on", context: "from when identities are asked for" }) },
        ]}
        value={draft.isLater ? "later" : "now"}
        onValueChange={(value) => onChange({ ...draft, isLater: value === "later" })}
      />
      {draft.isLater ? (
        <TextField
          label={t({ message: "From", context: "from when identities are asked for" })}
          name="kycFrom"
          type="datetime-local"
          hint={t`By your own clock. Everybody who has not shown theirs is told of it as soon as it is set.`}
          value={draft.kycFrom}
          error={issues["kycFrom"]}
          onChange={(event) => onChange({ ...draft, kycFrom: event.target.value })}
        />
      ) : null}
    </>
  );
}

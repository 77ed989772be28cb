import { t } from "@lingui/core/macro";
import { roleMeaning, roleWords } from "#pwa/console/desk/role-words.ts";
import { SwitchField } from "#pwa/ui/switch.tsx";
import { type Role, ROLES } from "#schemas/operators.ts";

interface RolesFieldProps {
  readonly roles: readonly Role[];
  readonly error: string | undefined;
  readonly onChange: (roles: readonly Role[]) => void;
}

/** What somebody may do, each role with what it means. */
export function RolesField({ roles, error, onChange }: RolesFieldProps) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-sm font-medium text-ink-2">{t`Roles`}</legend>
      {ROLES.map((role) => (
        <SwitchField
          key={role}
          label={roleWords(role)}
          hint={roleMeaning(role)}
          checked={roles.includes(role)}
          onCheckedChange={(isOn) => onChange(isOn ? [...roles, role] : roles.filter((each) => each !== role))}
        />
      ))}
      {error === undefined ? null : (
        <p role="alert" className="text-sm text-down">
          {error}
        </p>
      )}
    </fieldset>
  );
}

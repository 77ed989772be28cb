import { t } from "@lingui/core/macro";
import { Select } from "#pwa/ui/select.tsx";
import { Field } from "#pwa/ui/field.tsx";
import { CONTENT_ICONS, type ContentIcon, type LabelledLink } from "#schemas/content/sections.ts";
import { WrittenField } from "./text-fields.tsx";
import { type Change, useWriting } from "./writing.ts";

interface LinkFieldsProps {
  readonly path: string;
  readonly link: LabelledLink;
  readonly onChange: Change<LabelledLink>;
}

/** A link with its words. */
export function LinkFields({ path, link, onChange }: LinkFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <WrittenField
        label={t`Words of the link`}
        path={`${path}.label`}
        value={link.label}
        most={80}
        onChange={(label, of) => onChange({ ...link, label }, of)}
      />
      <HrefField path={`${path}.href`} href={link.href} onChange={(href, of) => onChange({ ...link, href }, of)} />
    </div>
  );
}

interface HrefFieldProps {
  readonly path: string;
  readonly href: string;
  readonly onChange: Change<string>;
}

export function HrefField({ path, href, onChange }: HrefFieldProps) {
  return <WrittenField label={t`Where it leads`} path={path} value={href} most={500} isCode onChange={onChange} />;
}

interface IconFieldProps {
  readonly icon: ContentIcon | null;
  readonly onChange: (icon: ContentIcon | null) => void;
}

const NO_ICON = "none";

/** One of the icons that there are, by the names that they have everywhere. */
export function IconField({ icon, onChange }: IconFieldProps) {
  const { isReadOnly } = useWriting();
  return (
    <Field label={t`Icon`}>
      {(control) => (
        <Select
          {...control}
          disabled={isReadOnly}
          options={[
            { value: NO_ICON, label: t({ message: "None", context: "no icon" }) },
            ...CONTENT_ICONS.map((value) => ({ value, label: value })),
          ]}
          value={icon ?? NO_ICON}
          onValueChange={(chosen) => onChange(CONTENT_ICONS.find((each) => each === chosen) ?? null)}
        />
      )}
    </Field>
  );
}

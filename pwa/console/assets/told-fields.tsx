import { t } from "@lingui/core/macro";
import { toBase64 } from "#pwa/platform/device/bytes.ts";
import { CONTROL_LOOK, Field, Textarea, TextField } from "#pwa/ui/field.tsx";
import { formatUnit } from "#pwa/ui/format.ts";
import { SelectField } from "#pwa/ui/select.tsx";
import { SwitchField } from "#pwa/ui/switch.tsx";
import type { FormIssues } from "#pwa/parts/forms/form-issues.ts";
import { ASSET_PICTURE_BYTES } from "#schemas/listing.ts";
import type { PictureKind, ToldDraft } from "./asset-draft.ts";

interface ToldFieldsProps {
  readonly draft: ToldDraft;
  /** Where its picture lies now; null where it has none. */
  readonly image: string | null;
  readonly issues: FormIssues;
  readonly onChange: (change: Partial<ToldDraft>) => void;
}

/** What people are told of an asset. */
export function ToldFields({ draft, image, issues, onChange }: ToldFieldsProps) {
  const text = (name: "name" | "website" | "order") => ({
    name,
    autoComplete: "off",
    value: draft[name],
    error: issues[name],
    onChange: (event: { readonly target: { readonly value: string } }) => onChange({ [name]: event.target.value }),
  });
  const long = (name: "description" | "conditions", label: string) => (
    <Field label={label} error={issues[name]}>
      {(control) => (
        <Textarea
          {...control}
          name={name}
          rows={2}
          dir="auto"
          maxLength={400}
          value={draft[name]}
          onChange={(event) => onChange({ [name]: event.target.value })}
        />
      )}
    </Field>
  );
  return (
    <>
      <TextField {...text("name")} label={t({ message: "Name", context: "of an asset" })} dir="auto" maxLength={60} />
      {long("description", t({ message: "Description", context: "of an asset" }))}
      {long("conditions", t({ message: "Conditions", context: "of an asset" }))}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...text("website")}
          label={t({ message: "Website", context: "of an asset" })}
          hint={t`Empty for none.`}
          inputMode="url"
        />
        <TextField
          {...text("order")}
          label={t({ message: "Place", context: "in a list" })}
          hint={t`A lower number stands first.`}
          inputMode="numeric"
        />
      </div>
      <PictureFields draft={draft} image={image} issues={issues} onChange={onChange} />
      <SwitchField
        label={t`Put forward`}
        hint={t`It stands among the featured assets, on the start page as well.`}
        checked={draft.isFeatured}
        onCheckedChange={(isFeatured) => onChange({ isFeatured })}
      />
    </>
  );
}

function PictureFields({ draft, image, issues, onChange }: ToldFieldsProps) {
  const kinds: readonly { readonly value: PictureKind; readonly label: string }[] = [
    ...(image === null ? [] : [{ value: "keep", label: t`As it is` } as const]),
    { value: "none", label: t({ message: "None", context: "no picture" }) },
    { value: "address", label: t`From a web address` },
    { value: "file", label: t`From a PNG file` },
  ];
  const isBeside = draft.picture === "keep" || draft.picture === "none";
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-end gap-3">
        <div className="min-w-0 grow">
          <SelectField
            label={t({ message: "Picture", context: "of an asset" })}
            {...(isBeside && { error: issues["picture"] })}
            options={kinds}
            value={draft.picture}
            onValueChange={(picture) => onChange({ picture })}
          />
        </div>
        {draft.picture === "keep" && image !== null ? (
          <img src={image} alt={t`The picture as it is`} className="size-11 shrink-0 rounded-full bg-surface-2" />
        ) : null}
      </div>
      {draft.picture === "address" ? (
        <TextField
          name="picture"
          label={t`Address of the picture`}
          hint={t`Fetched once, checked, drawn anew and served by us.`}
          autoComplete="off"
          inputMode="url"
          value={draft.pictureUrl}
          error={issues["picture"]}
          onChange={(event) => onChange({ pictureUrl: event.target.value })}
        />
      ) : null}
      {draft.picture === "file" ? (
        <PictureFile error={issues["picture"]} onChoose={(file) => onChange({ file })} />
      ) : null}
    </div>
  );
}

interface PictureFileProps {
  readonly error: string | undefined;
  readonly onChoose: (file: ToldDraft["file"]) => void;
}

/** Whatever it is, the server looks into it: what is no PNG, or too large drawn, is refused there in a sentence. */
function PictureFile({ error, onChoose }: PictureFileProps) {
  const most = formatUnit(String(ASSET_PICTURE_BYTES / 1000), "kilobyte");
  return (
    <Field label={t`PNG file`} hint={t`At most ${most}.`} error={error}>
      {(control) => (
        <input
          {...control}
          name="picture"
          type="file"
          accept="image/png,.png"
          className={`${CONTROL_LOOK} py-2 text-sm file:me-3 file:rounded-sm file:border-0 file:bg-surface-2 file:px-2 file:py-1 file:text-ink`}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (file === undefined) return onChoose(null);
            if (file.size > ASSET_PICTURE_BYTES) return onChoose("too-large");
            return void file.arrayBuffer().then((bytes) => onChoose(toBase64(new Uint8Array(bytes))));
          }}
        />
      )}
    </Field>
  );
}

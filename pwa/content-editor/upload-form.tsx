import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Field, Input } from "#pwa/ui/field.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { AddMediaQuery, MEDIA_BYTES, type MediaEntry } from "#schemas/content/desk.ts";
import type { Pictures } from "./pictures.ts";

interface UploadFormProps {
  readonly add: NonNullable<Pictures["add"]>;
  readonly onAdded: (added: MediaEntry) => void;
}

const FIELDS = ["file", "name", "alt"];
const KINDS = "image/png,image/jpeg,image/webp";
const MIB = 1_000_000;

/** A picture of this device for the library. What it shows is asked for: nobody is to be left without it. */
export function UploadForm({ add, onAdded }: UploadFormProps) {
  const [file, setFile] = useState<File | null>(null);
  const [alt, setAlt] = useState("");
  const action = useAction(FIELDS);
  const most = MEDIA_BYTES / MIB;
  function submit(event: FormEvent) {
    event.preventDefault();
    // It may stand within another form's sheet.
    event.stopPropagation();
    if (file === null) return action.refuse({ file: t`Choose a picture` });
    if (file.size > MEDIA_BYTES) return action.refuse({ file: t`A picture may have ${most} MB at most.` });
    const read = readForm(AddMediaQuery, { name: file.name.slice(0, 100), alt });
    if ("issues" in read) return action.refuse(read.issues);
    return action.run(async () => {
      const added = await add(file, read.value.name, read.value.alt);
      setFile(null);
      setAlt("");
      onAdded(added);
    });
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {action.notice === null ? null : <Notice tone="error">{action.notice}</Notice>}
      <Field label={t`Picture`} hint={t`PNG, JPEG or WebP, ${most} MB at most.`} error={action.issues["file"]}>
        {(control) => (
          <input
            {...control}
            type="file"
            accept={KINDS}
            className="min-h-11 w-full text-sm"
            onChange={(event) => setFile(event.target.files?.[0] ?? null)}
          />
        )}
      </Field>
      <Field label={t`What it shows`} hint={t`For whoever does not see it.`} error={action.issues["alt"]}>
        {(control) => (
          <Input {...control} dir="auto" maxLength={300} value={alt} onChange={(event) => setAlt(event.target.value)} />
        )}
      </Field>
      <Button type="submit" variant="secondary" loading={action.isBusy} className="self-start">
        <Trans>Add the picture</Trans>
      </Button>
    </form>
  );
}

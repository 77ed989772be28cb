import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { Editor } from "@tiptap/core";
import { type FormEvent, useId, useState } from "react";
import * as v from "valibot";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Field, Input } from "#pwa/ui/field.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import { ContentLink } from "#schemas/content/links.ts";

const Form = v.strictObject({ href: ContentLink });

/** Where what is selected leads; without a selection, what the link is called is its address. */
export function LinkSheet({ editor, onClose }: { readonly editor: Editor; readonly onClose: () => void }) {
  const form = useId();
  const [former] = useState(() => String(editor.getAttributes("link")["href"] ?? ""));
  const [href, setHref] = useState(former);
  const [issue, setIssue] = useState<string>();
  function submit(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation();
    const read = readForm(Form, { href });
    if ("issues" in read) return setIssue(read.issues["href"]);
    onClose();
    const mark = { type: "link", attrs: { href: read.value.href } };
    const chain = editor.chain().focus().extendMarkRange("link");
    if (editor.state.selection.empty && former === "")
      chain.insertContent({ type: "text", text: read.value.href, marks: [mark] }).run();
    else chain.setMark("link", mark.attrs).run();
  }
  function remove() {
    onClose();
    editor.chain().focus().extendMarkRange("link").unsetMark("link").run();
  }
  return (
    <Sheet
      size="sm"
      title={t`Link`}
      onClose={onClose}
      footer={
        <>
          {former === "" ? null : (
            <Button variant="ghost" onClick={remove}>
              <Trans>Take the link away</Trans>
            </Button>
          )}
          <Button type="submit" form={form}>
            <Trans>Set the link</Trans>
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit}>
        <Field
          label={t`Where it leads`}
          hint={t`A page such as /help, a web address, or mailto: with an email address.`}
          error={issue}
        >
          {(control) => (
            <Input
              {...control}
              dir="ltr"
              spellCheck={false}
              autoCapitalize="off"
              maxLength={500}
              value={href}
              onChange={(event) => setHref(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Sheet>
  );
}

import { t } from "@lingui/core/macro";
import { useState } from "react";
import * as v from "valibot";
import { ActSheet } from "#pwa/console/desk/act-sheet.tsx";
import { useAskAgain } from "#pwa/console/desk/ask.ts";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { call } from "#pwa/platform/api/call.ts";
import { TextField } from "#pwa/ui/field.tsx";
import { ContentKey, type ContentKind } from "#schemas/content/items.ts";
import { CONTENT_DESK_ENDPOINTS } from "#schemas/endpoints/content-desk.ts";
import { says } from "#schemas/values/field-sentences.ts";
import { requiredText } from "#schemas/values/fields.ts";
import { freshContent } from "./fresh-content.ts";

interface NewSheetProps {
  readonly kind: ContentKind;
  /** The names that are taken. */
  readonly taken: readonly string[];
  readonly onBegun: (key: string) => void;
  readonly onClose: () => void;
}

const FIELDS = ["key", "title"];
const MOST_TITLE = 60;
const Form = v.strictObject({ key: ContentKey, title: requiredText(MOST_TITLE, says("content-required")) });
/** A name that hides a screen of the app is a matter of the name. */
const AT_KEY = { "content-route": "key" };

/** Begins a page, a block or a menu. Its name is for good: links and addresses have it. */
export function NewSheet({ kind, taken, onBegun, onClose }: NewSheetProps) {
  const [title, setTitle] = useState("");
  const [key, setKey] = useState("");
  const action = useAction(FIELDS, AT_KEY);
  const askAgain = useAskAgain();
  function submit() {
    const read = readForm(Form, { key, title });
    if ("issues" in read) return action.refuse(read.issues);
    if (taken.includes(read.value.key)) return action.refuse({ key: t`There is one of that name already.` });
    return action.run(async () => {
      const content = freshContent(kind, read.value.title);
      const body = { kind, key: read.value.key, revision: 0, baseVersion: 0, content };
      await call(CONTENT_DESK_ENDPOINTS.saveDraft, { body });
      askAgain();
      onBegun(read.value.key);
    });
  }
  return (
    <ActSheet
      isLook
      title={kind === "page" ? t`New page` : kind === "block" ? t`New block` : t`New menu`}
      description={t`It is a draft until it is published.`}
      submit={t({ message: "Begin", context: "writing something new" })}
      action={action}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t`Title in English`}
        name="title"
        dir="auto"
        maxLength={MOST_TITLE}
        value={title}
        error={action.issues["title"]}
        onChange={(event) => setTitle(event.target.value)}
      />
      <TextField
        label={
          kind === "page"
            ? t`Address, without the first slash`
            : t({ message: "Name", context: "of a block or a menu" })
        }
        hint={t`Small letters, digits and hyphens. It cannot be changed later.`}
        name="key"
        dir="ltr"
        spellCheck={false}
        autoCapitalize="off"
        maxLength={80}
        value={key}
        error={action.issues["key"]}
        onChange={(event) => setKey(event.target.value)}
      />
    </ActSheet>
  );
}

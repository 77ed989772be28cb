import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { sentenceOf } from "#pwa/platform/api/http-error.ts";
import { requestJson } from "#pwa/platform/api/request.ts";
import { Button } from "#pwa/ui/button.tsx";
import { TextField } from "#pwa/ui/field.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import type { Entry } from "./api-reference.ts";
import { pathWith, pretty } from "./api-samples.ts";
import { CodeBlock } from "./code-block.tsx";

type Tried =
  | { readonly state: "rest" | "asking" }
  | { readonly state: "answered"; readonly answer: string }
  | { readonly state: "refused"; readonly error: unknown };

/** Calls what only reads, as whoever is signed in here, at this very server. */
export function TryIt({ entry }: { readonly entry: Entry }) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [tried, setTried] = useState<Tried>({ state: "rest" });

  async function ask() {
    setTried({ state: "asking" });
    try {
      const answer = await requestJson(pathWith(entry, values));
      setTried({ state: "answered", answer: pretty(answer) });
    } catch (error) {
      setTried({ state: "refused", error });
    }
  }

  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        void ask();
      }}
    >
      <p className="text-sm text-ink-2">
        {entry.permission !== "" ? (
          <Trans>
            This asks this server as you are signed in here. It changes nothing but the audit log: that you looked is
            noted there, where it is about a person.
          </Trans>
        ) : (
          <Trans>This asks this server as you are signed in here, and changes nothing.</Trans>
        )}
      </p>
      {entry.parameters.map(({ name, isRequired, example }) => (
        <TextField
          key={name}
          label={<code className="font-mono">{name}</code>}
          required={isRequired}
          placeholder={String(example ?? "")}
          value={values[name] ?? ""}
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
          onChange={(event) => setValues({ ...values, [name]: event.target.value })}
        />
      ))}
      <Button type="submit" size="sm" loading={tried.state === "asking"}>
        <Trans>Send</Trans>
      </Button>
      {tried.state === "refused" ? (
        <Notice tone="error">
          {sentenceOf(tried.error, t`The server did not answer. Please check your connection and try again.`)}
        </Notice>
      ) : null}
      {tried.state === "answered" ? (
        <div role="status">
          <CodeBlock code={tried.answer} label={t`What the server answered`} copyLabel={t`Copy the answer`} />
        </div>
      ) : null}
    </form>
  );
}

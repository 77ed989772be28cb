import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Badge } from "#pwa/ui/badge.tsx";
import { classNames } from "#pwa/ui/class-names.ts";
import { type Content, type Entry, isTriable, type Parameter, type Refusal } from "./api-reference.ts";
import { pretty, sampleOf, type SampleKind, samplesOf } from "./api-samples.ts";
import { ApiSchema } from "./api-schema.tsx";
import { accessWords, entryMark } from "./api-words.ts";
import { CodeBlock } from "./code-block.tsx";
import { CopyText } from "./copy-text.tsx";
import { TryIt } from "./try-it.tsx";

interface ApiEntryProps {
  readonly entry: Entry;
  readonly origin: string;
}

/** One call, message or row: what goes in, what comes out, and what says no. */
export function ApiEntry({ entry, origin }: ApiEntryProps) {
  const { kind, parameters, body, answer, refusals } = entry;
  return (
    <article className="min-w-0">
      <EntryHead entry={entry} origin={origin} />
      <div className="mt-6 grid gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
        <div className="min-w-0 space-y-8">
          <Access entry={entry} />
          {parameters.length > 0 ? <Parameters parameters={parameters} /> : null}
          {body ? <Shape title={bodyTitle(kind)} content={body} /> : null}
          {answer ? <Shape title={t`Answer`} content={answer} /> : null}
          {refusals.length > 0 ? <Refusals refusals={refusals} /> : null}
        </div>
        <div className="min-w-0 space-y-8">
          <Samples entry={entry} origin={origin} />
          <Examples entry={entry} />
          {isTriable(entry) ? (
            <Part title={t`Try it`}>
              <TryIt entry={entry} />
            </Part>
          ) : null}
        </div>
      </div>
    </article>
  );
}

function EntryHead({ entry, origin }: ApiEntryProps) {
  const { id, title, summary } = entry;
  const heading = useRef<HTMLHeadingElement>(null);
  // Whoever chose it from the list, by keys or by ear, goes on from here.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <header>
      <div dir="ltr" lang="en" className="flex flex-wrap items-center gap-2">
        <Badge tone={entry.method === "GET" || entry.kind !== "call" ? "neutral" : "accent"}>{entryMark(entry)}</Badge>
        <h2 ref={heading} tabIndex={-1} className="font-mono text-lg font-semibold break-all outline-none">
          {title}
        </h2>
      </div>
      {summary === "" ? null : (
        <p lang="en" dir="ltr" className="mt-2 text-ink-2">
          {summary}
        </p>
      )}
      <div className="-ms-2 mt-1 flex flex-row-reverse justify-end">
        <CopyText text={`${origin}/api#${id}`} label={t`Copy the link to this entry`} />
      </div>
    </header>
  );
}

function bodyTitle(kind: Entry["kind"]): string {
  switch (kind) {
    case "call":
      return t`Body`;
    case "row":
      return t`Row`;
    default:
      return t`Message`;
  }
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-3 text-base font-semibold">
        {title}
      </h3>
      {children}
    </section>
  );
}

function Access({ entry: { access, permission, scopes, kind, writable } }: { readonly entry: Entry }) {
  return (
    <Part title={t`Access`}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 text-sm">
        <dt className="text-ink-3">
          <Trans>Session</Trans>
        </dt>
        <dd>{accessWords(access)}</dd>
        {kind === "call" ? (
          <>
            <dt className="text-ink-3">
              <Trans>API key</Trans>
            </dt>
            <dd>{scopes.length === 0 ? <Trans>No key may</Trans> : <Names names={scopes} />}</dd>
          </>
        ) : null}
        {permission === "" ? null : (
          <>
            <dt className="text-ink-3">
              <Trans>Permission</Trans>
            </dt>
            <dd>
              <Names names={[permission]} />
            </dd>
          </>
        )}
        {kind === "row" ? (
          <>
            <dt className="text-ink-3">
              <Trans>Written by devices</Trans>
            </dt>
            <dd>{writable.length === 0 ? <Trans>Nothing</Trans> : <Names names={writable} />}</dd>
          </>
        ) : null}
      </dl>
    </Part>
  );
}

function Names({ names }: { readonly names: readonly string[] }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      {[...new Set(names)].map((name) => (
        <Badge key={name} tone="up">
          {name}
        </Badge>
      ))}
    </span>
  );
}

function Parameters({ parameters }: { readonly parameters: readonly Parameter[] }) {
  const required = parameters.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  const [first] = parameters;
  const properties = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]));
  return (
    <Part title={t`Parameters`}>
      <ApiSchema schema={{ properties, required }} components={first?.components ?? {}} />
    </Part>
  );
}

function Shape({ title, content }: { readonly title: string; readonly content: Content }) {
  const { media, status, schema, components } = content;
  return (
    <Part title={status === null ? title : `${title} ${status}`}>
      {media === null ? (
        <ApiSchema schema={schema} components={components} />
      ) : (
        <code dir="ltr" className="font-mono text-sm text-ink-2">
          {media}
        </code>
      )}
    </Part>
  );
}

function Refusals({ refusals }: { readonly refusals: readonly Refusal[] }) {
  return (
    <Part title={t`Refusals`}>
      <ul dir="ltr" lang="en" className="divide-y divide-line border-y border-line">
        {refusals.map(({ status, code, sentence }) => (
          <li key={code} className="py-2.5 text-sm">
            <code className="font-mono text-xs font-medium break-all">
              {status === null ? code : `${status} ${code}`}
            </code>
            <p className="mt-0.5 break-words text-ink-2">{sentence}</p>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Samples({ entry, origin }: ApiEntryProps) {
  const kinds = samplesOf(entry);
  const [chosen, setChosen] = useState<SampleKind>("curl");
  const kind = kinds.includes(chosen) ? chosen : kinds[0];
  if (kind === undefined) return null;
  return (
    <Part title={t`Request`}>
      {kinds.length > 1 ? (
        <div dir="ltr" role="group" aria-label={t`Language of the example`} className="mb-2 flex gap-1">
          {kinds.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === kind}
              onClick={() => setChosen(each)}
              className={classNames(
                "min-h-8 rounded-sm px-3 font-mono text-xs pointer-coarse:min-h-11",
                each === kind ? "bg-accent-soft text-accent" : "text-ink-3 hover:bg-surface-2",
              )}
            >
              {each}
            </button>
          ))}
        </div>
      ) : null}
      <CodeBlock code={sampleOf(entry, kind, origin)} label={t`The request as code`} copyLabel={t`Copy the request`} />
    </Part>
  );
}

function Examples({ entry: { kind, body, answer } }: { readonly entry: Entry }) {
  const shown = kind === "told" || kind === "row" ? body : answer;
  if (shown === null || shown.example === undefined) return null;
  return (
    <Part title={kind === "told" || kind === "row" ? t`For example` : t`Its answer, for example`}>
      <CodeBlock code={pretty(shown.example)} label={t`The example as JSON`} copyLabel={t`Copy the example`} />
    </Part>
  );
}

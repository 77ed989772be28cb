import { Trans } from "@lingui/react/macro";
import { examplesOf, type KeyExample, operatorExamplesOf } from "./key-examples.ts";

/** How a program calls by an API key. */
export function WithKey({ origin }: { readonly origin: string }) {
  return (
    <section aria-labelledby="api-keys" className="mt-10">
      <h2 id="api-keys" className="text-xl font-semibold">
        <Trans>With an API key</Trans>
      </h2>
      <p className="mt-3 text-ink-2">
        <Trans>
          Make a key under Profile and security. Programs show it with every call, in the header Authorization; cookies
          say nothing beside it. It calls what names one of its scopes below, and nothing else: 300 times a minute, with
          bursts of as many. A refusal says its reason in code; 401 means that the key is not valid, 403 that it may not
          do this, 429 that it has to wait.
        </Trans>
      </p>
      <Examples examples={examplesOf(origin)} />
      <p className="mt-6 text-ink-2">
        <Trans>
          An operator makes a key of their own in the console. It reads what was chosen for it, no more than its maker
          may read at that moment, and decides nothing.
        </Trans>
      </p>
      <Examples examples={operatorExamplesOf(origin)} />
    </section>
  );
}

function Examples({ examples }: { readonly examples: readonly KeyExample[] }) {
  return (
    <ul className="mt-4 space-y-4">
      {examples.map(({ what, command }) => (
        <li key={command}>
          <p className="text-sm text-ink-2">{what}</p>
          <pre
            dir="ltr"

            className="mt-2 rounded-sm bg-ground p-3 font-mono text-xs break-all whitespace-pre-wrap text-ink-2"
          >
            {command}
          </pre>
        </li>
      ))}
    </ul>
  );
}

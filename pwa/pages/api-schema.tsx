import { Trans } from "@lingui/react/macro";
import { classNames } from "#pwa/ui/class-names.ts";
import type { SchemaOf } from "./api-reference.ts";
import { nodesOf, type SchemaNode, typeOf } from "./schema-tree.ts";

/** What a schema holds as a tree; what is within a field opens where somebody wants to see it. */
export function ApiSchema({ schema, components }: SchemaOf) {
  const nodes = nodesOf(schema, components);
  return (
    <div dir="ltr" lang="en">
      {nodes.length === 0 ? (
        <code className="font-mono text-xs text-ink-2">{typeOf(schema, components)}</code>
      ) : (
        <Nodes nodes={nodes} />
      )}
    </div>
  );
}

function Nodes({ nodes }: { readonly nodes: readonly SchemaNode[] }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {nodes.map((node) => (
        <li key={node.name}>
          <NodeRow node={node} />
        </li>
      ))}
    </ul>
  );
}

function NodeRow({ node }: { readonly node: SchemaNode }) {
  const children = node.children();
  if (children.length === 0) {
    return (
      <div className="py-2.5 ps-6">
        <NodeText node={node} />
      </div>
    );
  }
  return (
    <details>
      <summary className="cursor-pointer rounded-sm py-2.5 marker:text-ink-3 hover:bg-surface-2">
        <NodeText node={node} isInLine />
      </summary>
      <div className="ms-2 border-s border-line ps-3 pb-2">
        <Nodes nodes={children} />
      </div>
    </details>
  );
}

interface NodeTextProps {
  readonly node: SchemaNode;
  /** Whether it stands behind a mark. */
  readonly isInLine?: boolean;
}

function NodeText({ node: { name, type, isRequired, description, bounds }, isInLine = false }: NodeTextProps) {
  return (
    <div className={classNames("min-w-0 text-sm", isInLine && "inline-block max-w-[calc(100%-1.5rem)] ps-1 align-top")}>
      <div className="flex flex-wrap items-baseline gap-x-2">
        <code className="font-mono font-medium break-all">{name}</code>
        <code className="font-mono text-xs break-words text-ink-3">{type}</code>
        {isRequired ? null : (
          <span className="text-xs text-ink-3">
            <Trans>optional</Trans>
          </span>
        )}
      </div>
      {description === "" ? null : <p className="mt-0.5 text-ink-2">{description}</p>}
      {bounds.map((bound) => (
        <code key={bound} className="mt-0.5 block font-mono text-xs break-all text-ink-3">
          {bound}
        </code>
      ))}
    </div>
  );
}

import { Trans as LinguiTrans } from "@lingui/react";
import { type ComponentProps, createElement, Fragment } from "react";

type TransProps = ComponentProps<typeof LinguiTrans>;

/**
 * What the macro of `<Trans>` becomes (`lingui.config.ts`). Lingui looks for the elements of a sentence after it has filled it: a name such
 * as `<0>Ana</0>` would be drawn as the link of the sentence, and `<x/>` as nothing. A text with a `<` goes in as an element instead.
 */
export function Trans(props: TransProps) {
  return <LinguiTrans {...props} {...(props.values && { values: asTyped(props.values) })} />;
}

function asTyped(values: Record<string, unknown>): Record<string, unknown> {
  const typed = Object.entries(values).map(([name, value]): [string, unknown] =>
    typeof value === "string" && value.includes("<") ? [name, createElement(Fragment, null, value)] : [name, value],
  );
  return Object.fromEntries(typed);
}

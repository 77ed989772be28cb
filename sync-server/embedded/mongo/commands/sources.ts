import type { Doc } from "#server/embedded/mongo/bson/value.ts";
import type { Source } from "#server/embedded/mongo/cursors.ts";

/** A cursor's source from a generator; its first step runs at once, so that a wrong request fails as a whole. */
export function sourceOf(documents: Generator<Doc>): Source {
  let first: IteratorResult<Doc> | undefined = documents.next();
  return {
    next: () => {
      const step = first ?? documents.next();
      first = undefined;
      return step.done === true ? undefined : step.value;
    },
    close: () => documents.return(undefined),
  };
}

export function* iterate(documents: Iterable<Doc>): Generator<Doc> {
  yield* documents;
}

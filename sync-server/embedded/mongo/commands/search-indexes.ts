import { MongoError } from "#server/embedded/mongo/error.ts";

/** Search is a service of its own beside MongoDB's server; without it MongoDB answers these words, too. */
export function searchNotEnabled(): never {
  throw new MongoError(
    "SearchNotEnabled",
    "Using Atlas Search Database Commands and the $listSearchIndexes aggregation stage requires additional configuration. Please connect to Atlas or an AtlasCLI local deployment to enable.",
  );
}

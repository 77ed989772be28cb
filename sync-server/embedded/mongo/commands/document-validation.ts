import { showValue } from "#server/embedded/mongo/bson/show.ts";
import { doc, isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc } from "#server/embedded/mongo/bson/value.ts";
import { MongoError } from "#server/embedded/mongo/error.ts";
import { compileFilter } from "#server/embedded/mongo/query/match.ts";
import { validationDetails } from "#server/embedded/mongo/query/validation-details.ts";
import type { Collection } from "#server/embedded/mongo/store/collection.ts";
import { flagField } from "./context.ts";
import type { Command } from "./context.ts";

/** Refuses what the collection's validator does not accept, with MongoDB's 121; or only tells of it, where it is told to. */
export function validate(command: Command, collection: Collection, document: Doc, before: Doc | undefined): void {
  const { options } = collection;
  const validator = options.get("validator");
  if (!isDoc(validator) || validator.size === 0 || flagField(command.body, "bypassDocumentValidation")) return;
  const level = options.get("validationLevel");
  if (level === "off") return;
  const environment = command.environment(options.get("collation"));
  const accepts = compileFilter(validator, environment);
  if (accepts(document)) return;
  // What was not valid before may stay so.
  if (level === "moderate" && before !== undefined && !accepts(before)) return;
  const facts = doc({
    failingDocumentId: document.get("_id") ?? null,
    details: validationDetails(validator, document, environment),
  });
  if (options.get("validationAction") === "warn") {
    process.stderr.write(`mongo: document would fail validation in ${collection.namespace}: ${showValue(facts)}\n`);
    return;
  }
  throw new MongoError("DocumentValidationFailure", "Document failed validation", [], { errInfo: facts });
}

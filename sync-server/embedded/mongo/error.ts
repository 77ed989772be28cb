import { doc } from "./bson/value.ts";
import type { Doc, Value } from "./bson/value.ts";

export const ERROR_NAMES = {
  InternalError: 1,
  BadValue: 2,
  FailedToParse: 9,
  UserNotFound: 11,
  Unauthorized: 13,
  TypeMismatch: 14,
  InvalidLength: 16,
  Overflow: 15,
  AuthenticationFailed: 18,
  IllegalOperation: 20,
  NamespaceNotFound: 26,
  IndexNotFound: 27,
  PathNotViable: 28,
  ConflictingUpdateOperators: 40,
  CursorNotFound: 43,
  NamespaceExists: 48,
  MaxTimeMSExpired: 50,
  DollarPrefixedFieldName: 52,
  InvalidDBRef: 55,
  EmptyFieldName: 56,
  CommandNotFound: 59,
  ImmutableField: 66,
  CannotCreateIndex: 67,
  InvalidOptions: 72,
  InvalidNamespace: 73,
  IndexOptionsConflict: 85,
  IndexKeySpecsConflict: 86,
  NotSingleValueField: 54,
  WriteConflict: 112,
  CommandNotSupported: 115,
  DocumentValidationFailure: 121,
  JSInterpreterFailure: 139,
  ExceededMemoryLimit: 146,
  InvalidIndexSpecificationOption: 197,
  CannotIndexParallelArrays: 171,
  InvalidPipelineOperator: 168,
  NoSuchSession: 206,
  QueryFeatureNotAllowed: 224,
  TransactionTooOld: 225,
  ConversionFailure: 241,
  NoSuchTransaction: 251,
  TransactionCommitted: 256,
  ExceededTimeLimit: 262,
  OperationNotSupportedInTransaction: 263,
  ChangeStreamHistoryLost: 286,
  QueryPlanKilled: 175,
  NoQueryExecutionPlans: 291,
  DuplicateKey: 11000,
  BSONObjectTooLarge: 10334,
  Interrupted: 11601,
  OutOfDiskSpace: 14031,
  SnapshotTooOld: 239,
  APIVersionError: 322,
  APIStrictError: 323,
  CannotConvertIndexToUnique: 359,
  SearchNotEnabled: 31082,
  AlreadyInitialized: 23,
  HostUnreachable: 6,
  HostNotFound: 7,
  UnknownError: 8,
  LockTimeout: 24,
  NoMatchingDocument: 47,
  InvalidIdField: 53,
  WriteConcernFailed: 64,
  NetworkTimeout: 89,
  ShutdownInProgress: 91,
  UnsatisfiableWriteConcern: 100,
  ConflictingOperationInProgress: 117,
  CommandNotSupportedOnView: 166,
  PrimarySteppedDown: 189,
  ElectionInProgress: 216,
  SnapshotUnavailable: 246,
  TransactionTooLarge: 257,
  InvalidResumeToken: 260,
  ChangeStreamFatalError: 280,
  UnsupportedOpQueryCommand: 352,
  SocketException: 9001,
  NotWritablePrimary: 10107,
  InterruptedAtShutdown: 11600,
  InterruptedDueToReplStateChange: 11602,
  NotPrimaryNoSecondaryOk: 13435,
  NotPrimaryOrSecondary: 13436,
} as const;

export type ErrorName = keyof typeof ERROR_NAMES;

const NAMES: ReadonlyMap<number, string> = new Map(Object.entries(ERROR_NAMES).map(([name, code]) => [code, name]));

/** An error as MongoDB reports it to a client. */
export class MongoError extends Error {
  readonly code: number;
  readonly codeName: string;
  readonly labels: readonly string[];
  readonly facts: Readonly<Record<string, Value>>;

  constructor(
    name: ErrorName | { code: number },
    message: string,
    labels: readonly string[] = [],
    facts: Readonly<Record<string, Value>> = {},
  ) {
    super(message);
    this.code = typeof name === "string" ? ERROR_NAMES[name] : name.code;
    this.codeName = typeof name === "string" ? name : (NAMES.get(name.code) ?? `Location${name.code}`);
    this.labels = labels;
    this.facts = facts;
  }

  toReply(): Doc {
    return doc({
      ok: 0,
      errmsg: this.message,
      code: this.code,
      codeName: this.codeName,
      errorLabels: this.labels.length > 0 ? [...this.labels] : undefined,
      ...this.facts,
    });
  }
}

export function badValue(message: string): MongoError {
  return new MongoError("BadValue", message);
}

export function failedToParse(message: string): MongoError {
  return new MongoError("FailedToParse", message);
}

export function typeMismatch(message: string): MongoError {
  return new MongoError("TypeMismatch", message);
}

export function transientConflict(): MongoError {
  return new MongoError(
    "WriteConflict",
    "Caused by :: Write conflict during plan execution and yielding is disabled. :: Please retry your operation or multi-document transaction.",
    ["TransientTransactionError"],
  );
}

/** Bytes that are not exactly BSON. */
export class MalformedBson extends Error {}

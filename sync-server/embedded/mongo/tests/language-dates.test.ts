import { expect, test } from "vitest";
import { Binary, ObjectId } from "#server/embedded/mongo/bson/value.ts";
import { decimal, double, evaluate, hex, stamp } from "./language-run.ts";

type Row = readonly [expression: unknown, expected: string];

const at = (text: string): Date => new Date(text);
const DAY = at("2017-02-08T12:10:40.787Z");

const PARTS: readonly Row[] = [
  [{ $year: DAY }, "2017"],
  [{ $month: [DAY] }, "2"],
  [{ $dayOfYear: DAY }, "39"],
  [{ $dayOfWeek: DAY }, "4"],
  [{ $week: at("2017-01-01") }, "1"],
  [{ $isoWeek: at("2017-01-01") }, "52"],
  [{ $isoWeekYear: at("2017-01-01") }, "2016L"],
  [{ $isoDayOfWeek: at("2017-01-01") }, "7"],
  [{ $hour: { date: DAY, timezone: "America/New_York" } }, "7"],
  [{ $hour: { date: DAY, timezone: "+0530" } }, "17"],
  [{ $minute: { date: DAY, timezone: null } }, "null"],
  [{ $year: stamp(1700000000, 1) }, "2023"],
  [{ $year: new ObjectId(Buffer.from("64b7f9a2c1d2e3f4a5b6c7d8", "hex").toString("latin1")) }, "2023"],
  [{ $year: "abc" }, "16006: can't convert from BSON type string to Date"],
  [{ $year: { date: DAY, k: 1 } }, '40535: unrecognized option to $year: "k"'],
  [{ $year: {} }, "40539: missing 'date' argument to $year, provided: $year: {}"],
  [{ $year: { date: DAY, timezone: 1 } }, "40517: timezone must evaluate to a string, found int"],
  [{ $year: { date: DAY, timezone: "Mars/Olympus" } }, '40485: unrecognized time zone identifier: "Mars/Olympus"'],
  [
    { $dateToParts: { date: DAY } },
    "{year: 2017, month: 2, day: 8, hour: 12, minute: 10, second: 40, millisecond: 787}",
  ],
  [
    { $dateToParts: { date: DAY, iso8601: true } },
    "{isoWeekYear: 2017, isoWeek: 6, isoDayOfWeek: 3, hour: 12, minute: 10, second: 40, millisecond: 787}",
  ],
  [{ $dateFromParts: { year: 2017, month: 2, day: 8, hour: 12 } }, "@2017-02-08T12:00:00.000Z"],
  [{ $dateFromParts: { isoWeekYear: 2017, isoWeek: 6, isoDayOfWeek: 3, hour: 12 } }, "@2017-02-08T12:00:00.000Z"],
  [{ $dateFromParts: { year: 2017, month: 14, day: 1, hour: 12 } }, "@2018-02-01T12:00:00.000Z"],
  [{ $dateFromParts: { year: 2017, month: 0, day: 1, hour: 12 } }, "@2016-12-01T12:00:00.000Z"],
  [
    {
      $dateFromParts: {
        year: 2016,
        month: 12,
        day: 31,
        hour: 23,
        minute: 46,
        second: 12,
        timezone: "America/New_York",
      },
    },
    "@2017-01-01T04:46:12.000Z",
  ],
  [{ $dateFromParts: { year: null } }, "null"],
  [{ $dateFromParts: { year: 0 } }, "40523: 'year' must evaluate to an integer in the range 1 to 9999, found 0"],
  [
    { $dateFromParts: { year: 2017, month: 40000 } },
    "31034: 'month' must evaluate to a value in the range [-32768, 32767]; value 40000 is not in range",
  ],
  [{ $dateFromParts: { month: 1 } }, "40516: $dateFromParts requires either 'year' or 'isoWeekYear' to be present"],
  [
    { $dateFromParts: { year: 2017, isoWeek: 1 } },
    "40489: $dateFromParts does not allow mixing natural dates with ISO dates",
  ],
];

const TEXTS: readonly Row[] = [
  [{ $dateToString: { date: DAY } }, '"2017-02-08T12:10:40.787Z"'],
  [{ $dateToString: { date: DAY, timezone: "America/New_York" } }, '"2017-02-08T07:10:40.787"'],
  [
    { $dateToString: { date: DAY, format: "%Y-%m-%d %H:%M:%S:%L %j %u %U %V %G %w %%" } },
    '"2017-02-08 12:10:40:787 039 3 06 06 2017 4 %"',
  ],
  [{ $dateToString: { date: DAY, format: "%b %B %z %Z", timezone: "-0430" } }, '"Feb February -0430 -270"'],
  [{ $dateToString: { date: null, onNull: "none" } }, '"none"'],
  [{ $dateToString: { date: DAY, format: "%x" } }, "18536: Invalid format character '%x' in format string"],
  [{ $dateToString: { date: DAY, format: "a%" } }, "18535: Unmatched '%' at end of format string"],
  [{ $dateToString: { format: "%Y" } }, "18628: Missing 'date' parameter to $dateToString"],
  [{ $dateFromString: { dateString: "2017-02-08T12:10:40.787" } }, "@2017-02-08T12:10:40.787Z"],
  [
    { $dateFromString: { dateString: "2017-02-08T12:10:40.787", timezone: "America/New_York" } },
    "@2017-02-08T17:10:40.787Z",
  ],
  [{ $dateFromString: { dateString: "2017-02-08" } }, "@2017-02-08T00:00:00.000Z"],
  [{ $dateFromString: { dateString: "2017-02-08T12:10:40+02:00" } }, "@2017-02-08T10:10:40.000Z"],
  [{ $dateFromString: { dateString: "July 4th, 2017 11:05 pm" } }, "@2017-07-04T23:05:00.000Z"],
  [{ $dateFromString: { dateString: "06-15-2018", format: "%m-%d-%Y" } }, "@2018-06-15T00:00:00.000Z"],
  [{ $dateFromString: { dateString: "2018 W24 5", format: "%G W%V %u" } }, "@2018-06-15T00:00:00.000Z"],
  [{ $dateFromString: { dateString: "2018 166 +0200", format: "%Y %j %z" } }, "@2018-06-14T22:00:00.000Z"],
  [
    { $dateFromString: { dateString: "15 jun 2018", format: "%d %b %Y", timezone: "Europe/Amsterdam" } },
    "@2018-06-14T22:00:00.000Z",
  ],
  [{ $dateFromString: { dateString: "2018-06", format: "%Y-%m-%d", onError: "bad" } }, '"bad"'],
  [{ $dateFromString: { dateString: "2018-02-31", onError: "bad" } }, '"bad"'],
  [{ $dateFromString: { dateString: 5, onError: "bad" } }, '"bad"'],
  [{ $dateFromString: { dateString: null, onNull: 0 } }, "0"],
  [
    { $dateFromString: { dateString: "2018-06-15", format: "%q" } },
    "18536: Invalid format character '%q' in format string",
  ],
  [
    { $dateFromString: { dateString: 5 } },
    "241: $dateFromString requires that 'dateString' be a string, found: int with value 5",
  ],
  [
    { $dateFromString: { dateString: "2017-02-08T12:10:40Z", timezone: "Europe/Paris" } },
    "241: you cannot pass in a date/time string with GMT offset together with a timezone argument",
  ],
];

const COUNTING: readonly Row[] = [
  [{ $dateAdd: { startDate: at("2020-10-31T12:10:05Z"), unit: "month", amount: 4 } }, "@2021-02-28T12:10:05.000Z"],
  [{ $dateAdd: { startDate: at("2020-12-31"), unit: "quarter", amount: -1 } }, "@2020-09-30T00:00:00.000Z"],
  [
    { $dateAdd: { startDate: at("2021-03-13T17:00:00Z"), unit: "day", amount: 1, timezone: "America/New_York" } },
    "@2021-03-14T16:00:00.000Z",
  ],
  [
    { $dateAdd: { startDate: at("2021-03-13T17:00:00Z"), unit: "hour", amount: 24, timezone: "America/New_York" } },
    "@2021-03-14T17:00:00.000Z",
  ],
  [{ $dateSubtract: { startDate: at("2024-03-31"), unit: "month", amount: 1 } }, "@2024-02-29T00:00:00.000Z"],
  [{ $dateAdd: { startDate: null, unit: "day", amount: 1 } }, "null"],
  [
    { $dateAdd: { startDate: DAY, unit: "day", amount: 1.5 } },
    "5166405: $dateAdd expects integer amount of time units",
  ],
  [
    { $dateAdd: { startDate: 1, unit: "day", amount: 1 } },
    "5166403: $dateAdd requires startDate to be convertible to a date",
  ],
  [
    { $dateAdd: { startDate: DAY, unit: "blink", amount: 1 } },
    "9: $dateAdd parameter 'unit' value parsing failed :: caused by :: unknown time unit value: blink",
  ],
  [
    { $dateAdd: { startDate: DAY, unit: 5, amount: 1 } },
    "5439013: $dateAdd requires 'unit' to be a string, but got int",
  ],
  [{ $dateDiff: { startDate: at("2020-12-31T23:59:59Z"), endDate: at("2021-01-01T00:00:00Z"), unit: "year" } }, "1L"],
  [{ $dateDiff: { startDate: at("2021-01-01"), endDate: at("2021-01-09"), unit: "week" } }, "1L"],
  [{ $dateDiff: { startDate: at("2021-01-01"), endDate: at("2021-01-09"), unit: "week", startOfWeek: "fri" } }, "1L"],
  [
    { $dateDiff: { startDate: at("2021-01-02"), endDate: at("2021-01-08"), unit: "week", startOfWeek: "Friday" } },
    "1L",
  ],
  [
    {
      $dateDiff: {
        startDate: at("2021-03-14T06:30:00Z"),
        endDate: at("2021-03-14T07:30:00Z"),
        unit: "hour",
        timezone: "America/New_York",
      },
    },
    "1L",
  ],
  [
    { $dateDiff: { startDate: at("2020-11-01T00:00:10Z"), endDate: at("2020-11-01T00:00:09Z"), unit: "second" } },
    "-1L",
  ],
  [
    { $dateDiff: { startDate: DAY, endDate: DAY, unit: "week", startOfWeek: "x" } },
    "5439016: $dateDiff parameter 'startOfWeek' value cannot be recognized as a day of a week: x",
  ],
  [
    { $dateDiff: { startDate: "a", endDate: DAY, unit: "day" } },
    "5166307: $dateDiff requires 'startDate' to be a date, but got string",
  ],
  [{ $dateTrunc: { date: at("2021-03-20T11:30:05Z"), unit: "month" } }, "@2021-03-01T00:00:00.000Z"],
  [{ $dateTrunc: { date: at("2021-03-20T11:30:05Z"), unit: "hour", binSize: 2 } }, "@2021-03-20T10:00:00.000Z"],
  [
    {
      $dateTrunc: {
        date: at("2021-03-20T11:30:05Z"),
        unit: "week",
        binSize: 2,
        timezone: "America/Los_Angeles",
        startOfWeek: "Monday",
      },
    },
    "@2021-03-15T07:00:00.000Z",
  ],
  [{ $dateTrunc: { date: at("2021-03-20T11:30:05Z"), unit: "quarter", binSize: 1 } }, "@2021-01-01T00:00:00.000Z"],
  [{ $dateTrunc: { date: at("1999-12-31T23:00:00Z"), unit: "year", binSize: 2 } }, "@1998-01-01T00:00:00.000Z"],
  [
    { $dateTrunc: { date: at("2021-06-20T11:30:05Z"), unit: "day", timezone: "America/New_York" } },
    "@2021-06-20T04:00:00.000Z",
  ],
  [
    { $dateTrunc: { date: DAY, unit: "day", binSize: 0 } },
    "5439018: $dateTrunc requires 'binSize' to be greater than 0, but got value 0",
  ],
];

const uuid = "867dee52-c331-484e-92d1-c56479b8e67e";
const to = (input: unknown, type: unknown, more: object = {}): object => ({ $convert: { input, to: type, ...more } });

const CONVERSIONS: readonly Row[] = [
  [{ $toInt: "-2" }, "-2"],
  [{ $toInt: double(5.9) }, "5"],
  [
    { $toInt: "3.5" },
    `241: Failed to parse number '3.5' in $convert with no onError value: Bad digit "." while parsing 3.5`,
  ],
  [{ $toInt: "0x6400" }, "241: Illegal hexadecimal input in $convert with no onError value: 0x6400"],
  [{ $toInt: 2n ** 40n }, "241: Conversion would overflow target type in $convert with no onError value: "],
  [
    { $toInt: double(Number.NaN) },
    "241: Attempt to convert NaN value to integer type in $convert with no onError value",
  ],
  [{ $toInt: DAY }, "241: Unsupported conversion from date to int in $convert with no onError value"],
  [{ $toInt: [1, 2] }, "50723: $toInt requires a single argument, got 2"],
  [{ $toLong: decimal("9223372036854775807.9") }, "9223372036854775807L"],
  [{ $toLong: DAY }, "1486555840787L"],
  [{ $toDouble: "1e3" }, "1000.0"],
  [{ $toDouble: " 1" }, "241: Failed to parse number ' 1' in $convert with no onError value: Leading whitespace"],
  [
    { $toDouble: "1x" },
    "241: Failed to parse number '1x' in $convert with no onError value: Did not consume whole string.",
  ],
  [{ $toDecimal: "1.50" }, "1.50m"],
  [{ $toDecimal: true }, "1m"],
  [{ $toString: double(1e21) }, '"1e+21"'],
  [{ $toString: double(1.5) }, '"1.5"'],
  [{ $toString: DAY }, '"2017-02-08T12:10:40.787Z"'],
  [{ $toString: new Binary(4, Buffer.from(uuid.replaceAll("-", ""), "hex")) }, `"${uuid}"`],
  [{ $toString: hex("ff00") }, '"/wA="'],
  [{ $toString: [[1]] }, "241: Unsupported conversion from array to string in $convert with no onError value"],
  [{ $toBool: "false" }, "true"],
  [{ $toBool: decimal("0.0") }, "false"],
  [{ $toDate: "2018-03-03" }, "@2018-03-03T00:00:00.000Z"],
  [{ $toDate: 120000000000.5 }, "@1973-10-20T21:20:00.000Z"],
  [{ $toDate: 1 }, "241: Unsupported conversion from int to date in $convert with no onError value"],
  [{ $toObjectId: "5ab9c3da31c2ab715d421285" }, "5ab9c3da31c2ab715d421285"],
  [
    { $toObjectId: "5ab" },
    "241: Failed to parse objectId '5ab' in $convert with no onError value: Invalid string length for parsing to OID, expected 24 but found 3",
  ],
  [{ $toUUID: uuid }, "4:867dee52c331484e92d1c56479b8e67e"],
  [to(5.5, 16), "5"],
  [to("a", "int", { onError: "none" }), '"none"'],
  [to(null, "int", { onNull: 0 }), "0"],
  [to(1, null), "null"],
  [to(1, "nope"), "2: Unknown type name: nope"],
  [to(1, 5.5), "9: In $convert, numeric 'to' argument is not an integer"],
  [to(1, "object"), "241: Unsupported conversion from int to object in $convert with no onError value"],
  [to("hello", "binData", { format: "utf8" }), "0:68656c6c6f"],
  [to("aGVsbG8=", { type: "binData", subtype: 128 }, { format: "base64" }), "128:68656c6c6f"],
  [
    to("gg", "binData", { format: "hex" }),
    "241: Failed to parse BinData 'gg' in $convert with no onError value: Input is not valid hex",
  ],
  [to("hello", "binData"), "4341115: Format must be speficied when converting from 'string' to 'binData'"],
  [to("hello", "binData", { format: "rot13" }), "4341125: Invalid 'format' argument for $convert: rot13"],
  [to(uuid, { type: "binData", subtype: 4 }, { format: "uuid" }), "4:867dee52c331484e92d1c56479b8e67e"],
  [to(hex("68656c6c6f"), "string", { format: "utf8" }), '"hello"'],
  [to(hex("ff"), "string", { format: "utf8", onError: "no" }), '"no"'],
  [to(hex("ff0a"), "string", { format: "hex" }), '"FF0A"'],
  [to(hex("00000001"), "int", { byteOrder: "big" }), "1"],
  [to(hex("ff"), "int"), "-1"],
  [to(hex("0100000000000000"), "long"), "1L"],
  [to(hex("0000803f"), "double"), "1.0"],
  [
    to(hex("000000"), "int"),
    "241: Failed to convert 'BinData(0, 000000)' to number in $convert because of invalid length: 3",
  ],
  [to(1, "binData", { byteOrder: "big" }), "0:00000001"],
  [to(double(1), "binData"), "0:000000000000f03f"],
  [to(1, "binData", { byteOrder: "up" }), "9130002: Invalid 'byteOrder' argument for $convert: up"],
  [{ $convert: { input: 1 } }, "9: Missing 'to' parameter to $convert"],
];

for (const [group, rows] of Object.entries({ PARTS, TEXTS, COUNTING, CONVERSIONS })) {
  test.each(rows.map(([expression, expected]) => ({ expression, expected })))(
    `${group.toLowerCase()}: $expression`,
    ({ expression, expected }) => {
      expect(evaluate(expression)).toBe(expected);
    },
  );
}

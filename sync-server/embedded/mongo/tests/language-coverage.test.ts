import { expect, test } from "vitest";
import { evaluate, failureOf } from "./language-run.ts";

/** The names of the aggregation language, as the most complete implementation of it in JavaScript has them. */
const STAGES =
  "$addFields $bucket $bucketAuto $count $densify $documents $facet $fill $graphLookup $group $limit $lookup $match $merge $out $project $redact $replaceRoot $replaceWith $sample $set $setWindowFields $skip $sort $sortByCount $unionWith $unset $unwind";
const ACCUMULATORS =
  "$accumulator $addToSet $avg $bottom $bottomN $count $first $firstN $last $lastN $max $maxN $median $mergeObjects $min $minN $percentile $push $stdDevPop $stdDevSamp $sum $top $topN";
const WINDOW_FUNCTIONS =
  "$addToSet $avg $bottom $bottomN $count $covariancePop $covarianceSamp $denseRank $derivative $documentNumber $expMovingAvg $first $firstN $integral $last $lastN $linearFill $locf $max $maxN $median $min $minMaxScaler $minN $percentile $push $rank $shift $stdDevPop $stdDevSamp $sum $top $topN";
const EXPRESSIONS =
  "$abs $acos $acosh $add $allElementsTrue $and $anyElementTrue $arrayElemAt $arrayToObject $asin $asinh $atan $atan2 $atanh $avg $binarySize $bitAnd $bitNot $bitOr $bitXor $bsonSize $ceil $cmp $concat $concatArrays $cond $convert $cos $cosh $dateAdd $dateDiff $dateFromParts $dateFromString $dateSubtract $dateToParts $dateToString $dateTrunc $dayOfMonth $dayOfWeek $dayOfYear $degreesToRadians $divide $eq $exp $filter $first $firstN $floor $function $getField $gt $gte $hour $ifNull $in $indexOfArray $indexOfBytes $indexOfCP $isArray $isNumber $isoDayOfWeek $isoWeek $isoWeekYear $last $lastN $let $literal $ln $log $log10 $lt $lte $ltrim $map $max $maxN $median $mergeObjects $meta $millisecond $min $minN $minute $mod $month $multiply $ne $not $objectToArray $or $percentile $pow $radiansToDegrees $rand $range $reduce $regexFind $regexFindAll $regexMatch $replaceAll $replaceOne $reverseArray $round $rtrim $second $setDifference $setEquals $setField $setIntersection $setIsSubset $setUnion $sigmoid $sin $sinh $size $slice $sortArray $split $sqrt $stdDevPop $stdDevSamp $strLenBytes $strLenCP $strcasecmp $substr $substrBytes $substrCP $subtract $sum $switch $tan $tanh $toBool $toDate $toDecimal $toDouble $toHashedIndexKey $toInt $toLong $toLower $toObjectId $toString $toUUID $toUpper $trim $trunc $tsIncrement $tsSecond $type $unsetField $week $year $zip";

test("every stage is known", () => {
  for (const name of STAGES.split(" ")) expect(failureOf([{}], [{ [name]: null }]), name).not.toMatch(/^40324/);
});

test("every accumulator is known", () => {
  for (const name of ACCUMULATORS.split(" "))
    expect(failureOf([{}], [{ $group: { _id: null, value: { [name]: null } } }]), name).not.toMatch(/^15952/);
});

test("every window function is known", () => {
  for (const name of WINDOW_FUNCTIONS.split(" ")) {
    const stage = { $setWindowFields: { sortBy: { t: 1 }, output: { value: { [name]: null } } } };
    expect(failureOf([{}], [stage]), name).not.toContain("Unrecognized");
  }
});

test("every expression is known", () => {
  for (const name of EXPRESSIONS.split(" ")) expect(evaluate({ [name]: null }), name).not.toMatch(/^168: /);
});

test("what is none of these is refused by name", () => {
  expect(failureOf([{}], [{ $teleport: {} }])).toBe("40324: Unrecognized pipeline stage name: '$teleport'");
  expect(evaluate({ $teleport: 1 })).toBe("168: Unrecognized expression '$teleport'");
});

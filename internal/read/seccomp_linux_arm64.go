package read

// legacyCalls are refused calls that newer machines do not have any more.
var legacyCalls []uint32

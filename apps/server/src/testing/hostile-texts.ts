// Names that reach for prototypes, columns, operators and statements, and some that only look like a name.
const prototypeNames = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__defineGetter__',
  'then',
  'toJSON',
];
const columnNames = [
  'passwordHash',
  'password_hash',
  'tenant_id',
  'isAdmin',
  'is_admin',
  'token_hash',
  'createdBy',
  '_id',
  '__v',
  '1',
];
const statements = [
  "x' OR '1'='1",
  'x"; DROP TABLE users; --',
  'x) UNION SELECT password_hash FROM users --',
  'name; SELECT pg_sleep(9)',
  "(CASE WHEN (SELECT role FROM users LIMIT 1)='x' THEN 1 ELSE 2 END)",
  '$where',
  '$ne',
  '$gt',
  '$or',
  '$expr',
  '${7*7}',
  '{{7*7}}',
  '../../etc/passwd',
  'a.b.c',
  'a[b]',
  'a[]',
  'a[__proto__][b]',
  '*',
];
const letters = [' ', '\0', 'role\0', '\u202e', '\uff52ole', 'ro\u200ble', '\ufeff', '😀', 'k'.repeat(3_000)];
export const hostileTexts: readonly string[] = [...prototypeNames, ...columnNames, ...statements, ...letters];

/** As JSON. */
export const hostileValues: readonly string[] = [
  '1',
  '"x"',
  'true',
  'null',
  '{"$ne":null}',
  '[]',
  '{"toString":1}',
  '{"role":"superAdmin"}',
];

#!/usr/bin/env node
// duckdb -csv -c SQL prints the rows of the last statement as comma-separated values.
const {DuckDBInstance} = require('@duckdb/node-api')

const cell = value => value === null ? '' : /[",\n]/.test(value) ? `"${String(value).replaceAll('"', '""')}"` : String(value)
const [csv, c, sql] = process.argv.slice(2)
if (csv !== '-csv' || c !== '-c') throw new Error('usage: duckdb -csv -c SQL')
DuckDBInstance.create(':memory:').then(async instance => {
  const result = await (await instance.connect()).runAndReadAll(sql)
  for (const row of [result.columnNames(), ...result.getRowsJson()]) console.log(row.map(cell).join(','))
}).catch(error => {
  console.error(error.message)
  process.exitCode = 1
})

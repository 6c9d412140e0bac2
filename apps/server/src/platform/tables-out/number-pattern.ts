/** The part of spreadsheet number formats that a report uses ('0', '0.00', '#,##0', '0%'), for files that hold text only. */
export function numberText(format: string | undefined): (value: number) => string {
  if (format === undefined) return (value) => `${value}`;
  const isPercent = format.includes('%');
  const decimals = /\.([0#]+)/u.exec(format)?.[1]?.length ?? 0;
  const shape = new Intl.NumberFormat('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: format.includes(','),
  });
  return (value) => (isPercent ? `${shape.format(value * 100)}%` : shape.format(value));
}

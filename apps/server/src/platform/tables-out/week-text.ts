const dayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** Days of the week, 1 to 7 from Sunday, as files hold them: 'Mon Wed'. */
export const weekText = (weekdays: readonly number[]): string =>
  weekdays.map((day) => dayNames[day - 1] ?? '').join(' ');

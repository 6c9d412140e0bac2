import { GuardPhone } from './guard-phone.ts';
import { test } from './journey.ts';
import { startWeatherProxy, type WeatherProxy } from './weather-proxy.ts';

/** What each test of the file has of its own: a phone, and the network between it and the product. */
export interface PhoneInWeather {
  weather: WeatherProxy;
  phone: GuardPhone;
}

/** Called once by a file; what it returns is filled before each test of it. */
export function phoneInWeather(): PhoneInWeather {
  const own = {} as PhoneInWeather;
  test.beforeEach(async ({ baseURL }) => {
    own.weather = await startWeatherProxy(baseURL);
    own.phone = new GuardPhone(own.weather.url);
  });
  test.afterEach(async () => {
    await own.phone.throwAway();
    await own.weather.stop();
  });
  return own;
}

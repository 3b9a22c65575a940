// Written by derive.py, as are the tables of expected values in the folder Noise.
package NoiseCases
  // a number at each sample: uniform, or a quantile of a normal distribution, cut off or not; y_off before startTime or without noise
  model Noise
    inner Modelica.Blocks.Noise.GlobalSeed globalSeed;
    Modelica.Blocks.Noise.UniformNoise a(samplePeriod = 0.125, useAutomaticLocalSeed = false, fixedLocalSeed = 10, y_min = -1, y_max = 3), b(samplePeriod = 0.125, useAutomaticLocalSeed = false, fixedLocalSeed = 11, useGlobalSeed = false, y_min = 0, y_max = 1);
    Modelica.Blocks.Noise.NormalNoise c(samplePeriod = 0.125, useAutomaticLocalSeed = false, fixedLocalSeed = 12, mu = 2, sigma = 0.5); Modelica.Blocks.Noise.TruncatedNormalNoise d(samplePeriod = 0.125, useAutomaticLocalSeed = false, fixedLocalSeed = 13, y_min = 0, y_max = 2.5, mu = 1, sigma = 0.5); Modelica.Blocks.Noise.BandLimitedWhiteNoise e(samplePeriod = 0.125, useAutomaticLocalSeed = false, fixedLocalSeed = 14, noisePower = 2);
    Modelica.Blocks.Noise.UniformNoise f(samplePeriod = 0.125, useAutomaticLocalSeed = false, fixedLocalSeed = 10, y_min = -1, y_max = 3, enableNoise = false, y_off = 7), g(samplePeriod = 0.125, useAutomaticLocalSeed = false, fixedLocalSeed = 10, y_min = -1, y_max = 3, startTime = 0.5, y_off = 7);
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end Noise;
end NoiseCases;

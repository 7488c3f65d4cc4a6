void launchScale(const float *In, float *Out, float By, int Size);

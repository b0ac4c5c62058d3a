/* SPDX-License-Identifier: Apache-2.0 */

/* What the control loop tells at each step. */
#ifndef SAMPLE_H
#define SAMPLE_H

struct sample
{
    int step;      /* of a millisecond */
    int set_point; /* rad/s */
    int speed;     /* rad/s */
    int late;      /* ns from the step's date to its begin */
};

#endif /* SAMPLE_H */

/* SPDX-License-Identifier: Apache-2.0 */

/* What the control loop tells at each step. */
#pragma once

struct sample
{
    int step;      /* of a millisecond */
    int set_point; /* rad/s */
    int speed;     /* rad/s */
    int late;      /* ns from the step's date to its begin */
};

/* SPDX-License-Identifier: Apache-2.0 */

/* A control loop for Xenomai: a task controls a motor 1,000 times a second. Set points come by a queue, here
 * from an alarm; what happens goes to a program of Linux, by a pipe. */
#include <alchemy/alarm.h>
#include <alchemy/pipe.h>
#include <alchemy/queue.h>
#include <alchemy/task.h>
#include <unistd.h>

#include "sample.h"

#define MILLISECOND 1000000
#define PERIOD      MILLISECOND
#define PRIORITY    50

static RT_TASK task;
static RT_QUEUE set_points;
static RT_PIPE samples;
static RT_ALARM operator;

/* The motor, which a real program would reach by its devices: how fast it turns after a step of this voltage.
 */
static int motor( int millivolts )
{
    static int speed; /* in 1/1000 rad/s */

    speed += ( millivolts * 10 - speed ) / 8;
    return speed / 1000;
}

static void control( void * arg )
{
    RTIME date = rt_timer_read() + PERIOD;
    struct sample sample = { 0, 0, 0, 0 };
    int integral = 0;

    rt_task_set_periodic( NULL, date, PERIOD );

    while( rt_task_wait_period( NULL ) == 0 )
    {
        int error;

        sample.late = ( int ) ( rt_timer_read() - date );
        rt_queue_read( &set_points, &sample.set_point, sizeof( sample.set_point ), TM_NONBLOCK );

        error = sample.set_point - sample.speed;
        integral += error;
        sample.speed = motor( 50 * error + 20 * integral );

        rt_pipe_write( &samples, &sample, sizeof( sample ), P_NORMAL );
        sample.step++;
        date += PERIOD;
    }
}

static void change( void * arg )
{
    static int set_point = 100;

    rt_queue_write( &set_points, &set_point, sizeof( set_point ), Q_NORMAL );
    set_point = 140 - set_point;
}

int main( int argc, char * argv[] )
{
    rt_queue_create( &set_points, "set points", 8 * sizeof( int ), 8, Q_FIFO );
    rt_pipe_create( &samples, "samples", 0, 0 );
    rt_alarm_create( &operator, "operator", change, NULL );
    rt_alarm_start( &operator, MILLISECOND, 30 * MILLISECOND );
    rt_task_spawn( &task, "control", 0, PRIORITY, 0, control, NULL );
    pause();
    return 0;
}
